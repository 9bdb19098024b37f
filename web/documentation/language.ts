const KEY = 'documentation-language'

/** Keeps the chosen language of samples for the other pages. Styles hide the samples in other languages. */
export function keepLanguage(): void {
  const kept = read()
  for (const choice of document.querySelectorAll<HTMLInputElement>('input[name=language]')) {
    if (choice.value === kept) choice.checked = true
    choice.addEventListener('change', () => write(choice.value))
  }
}

// A browser may forbid storage.
function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function write(language: string): void {
  try {
    localStorage.setItem(KEY, language)
  } catch {}
}
