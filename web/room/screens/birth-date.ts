import { el } from '../page/dom.ts'
import { icon } from '../page/icons.ts'
import type { Check } from '../page/link.ts'
import type { Words } from '../words/words.ts'
import type { Screen } from './screen.ts'

/**
 * The screen that asks for the birth date of the patient. Three fields, because a calendar is tedious for a date decades ago
 * (GOV.UK Design System, "Date input").
 */
export function birthDateScreen(words: Words, { wasWrong }: Check, answer: (birthDate: string) => void): Screen {
  const { title, text, day, month, year, wrong, submit } = words.birthDate
  const field = (name: string, label: string, length: 2 | 4) => {
    const input = el('input', {
      id: name,
      name,
      inputmode: 'numeric',
      pattern: `[0-9]{1,${length}}`,
      maxlength: length,
      required: true,
      autocomplete: 'off',
      dir: 'ltr',
    })
    return { input, element: el('label', { for: name }, el('span', {}, label), input) }
  }
  const fields = [field('day', day, 2), field('month', month, 2), field('year', year, 4)] as const
  const send = el('button', { type: 'submit', class: 'main', 'data-do': 'answer' }, submit)
  const form = el(
    'form',
    {
      class: 'check',
      onsubmit(event) {
        event.preventDefault()
        send.disabled = true
        const [d, m, y] = fields.map(({ input }) => input.value)
        answer(`${y!.padStart(4, '0')}-${m!.padStart(2, '0')}-${d!.padStart(2, '0')}`)
      },
    },
    el('div', { class: 'date-fields' }, ...fields.map(({ element }) => element)),
    send,
  )
  const element = el(
    'div',
    { class: 'card notice' },
    el('div', { class: 'sign' }, icon('lock')),
    el('h1', { tabindex: -1 }, title),
    el('p', {}, text),
    wasWrong && el('p', { class: 'wrong', role: 'alert' }, wrong),
    form,
  )
  return { name: 'birth-date', element, title }
}
