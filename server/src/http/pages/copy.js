// Buttons that copy the text before them. Without this script, or without a clipboard, they stay hidden.
for (const button of document.querySelectorAll('button[data-copied]')) {
  if (!navigator.clipboard) continue
  const name = button.textContent
  button.hidden = false
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.previousElementSibling.textContent)
      button.textContent = button.dataset.copied
      setTimeout(() => {
        button.textContent = name
      }, 2000)
    } catch {
      getSelection().selectAllChildren(button.previousElementSibling) // for the keyboard
    }
  })
}
