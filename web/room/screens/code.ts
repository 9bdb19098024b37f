import { button } from '../page/button.ts'
import { el, setText } from '../page/dom.ts'
import { icon } from '../page/icons.ts'
import type { Check } from '../page/link.ts'
import type { Words } from '../words/words.ts'
import type { Screen } from './screen.ts'

/** The screen that asks for the code that was sent to the user's telephone. It sends one when it is first shown. */
export function codeScreen(words: Words, { wasWrong, sendCode }: Check, answer: (code: string) => void): Screen {
  const { title, sending, sent, notSent, label, wrong, submit, again } = words.code
  const state = el('p', { role: 'status' }, wasWrong ? '' : sending)
  const resend = async () => {
    setText(state, sending)
    const sentTo = await sendCode()
    setText(state, sentTo === undefined ? notSent : sent(sentTo))
  }
  const input = el('input', {
    id: 'code',
    name: 'code',
    inputmode: 'numeric',
    pattern: '[0-9]{6}',
    maxlength: 6,
    required: true,
    autocomplete: 'one-time-code',
    dir: 'ltr',
  })
  const send = el('button', { type: 'submit', class: 'main', 'data-do': 'answer' }, submit)
  const form = el(
    'form',
    {
      class: 'check',
      onsubmit(event) {
        event.preventDefault()
        send.disabled = true
        answer(input.value)
      },
    },
    el('label', { for: 'code' }, el('span', {}, label), input),
    send,
    button('send-code', again, () => void resend(), { look: 'quiet' }),
  )
  const element = el(
    'div',
    { class: 'card notice' },
    el('div', { class: 'sign' }, icon('lock')),
    el('h1', { tabindex: -1 }, title),
    state,
    wasWrong && el('p', { class: 'wrong', role: 'alert' }, wrong),
    form,
  )
  if (!wasWrong) void resend()
  return { name: 'code', element, title }
}
