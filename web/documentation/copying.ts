const COPIED_MS = 1500

/** Shows the buttons that copy a sample. */
export function enableCopying(): void {
  if (!navigator.clipboard) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('.copy')) {
    button.hidden = false
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.closest('figure')?.querySelector('code')?.textContent ?? '')
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, COPIED_MS)
    })
  }
}
