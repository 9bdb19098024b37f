import type { Appointment, PublicDoctor } from '../../clients/javascript/src/index.ts'
import { formatTime } from './times.ts'

/** Text in HTML: values are escaped, other HTML is not. */
type Html = { html: string }
const escaped = (value: string) => value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

function html(parts: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  const text = (value: string | Html | Html[]) =>
    typeof value === 'string'
      ? escaped(value)
      : [value]
          .flat()
          .map((one) => one.html)
          .join('')
  return { html: parts.map((part, at) => part + (at < values.length ? text(values[at]!) : '')).join('') }
}

const document = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="fr">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>body { font: 1rem system-ui; max-width: 40rem; margin: 2rem auto; padding: 0 1rem } li { margin: .5rem 0 }</style>
<h1>${title}</h1>
${body}
</html>`.html

export const page = {
  message: (text: string) => document('Prendre rendez-vous', html`<p>${text}</p><p><a href="/">Retour</a></p>`),

  doctors: (doctors: PublicDoctor[]) =>
    document(
      'Prendre rendez-vous',
      html`<ul>${doctors.map(
        ({ id, name, specialty, city }) => html`<li><a href="/doctors/${id}">${name}</a>, ${specialty}, ${city}</li>`,
      )}</ul>`,
    ),

  times: (doctorId: string, times: Date[], key: string, wasTaken: boolean) =>
    document(
      'Choisir une heure',
      html`${wasTaken ? html`<p role="alert">Cette heure vient d’être prise. Voici celles qui restent.</p>` : []}
<form method="post" action="/book">
<input type="hidden" name="doctor" value="${doctorId}">
<input type="hidden" name="key" value="${key}">
<ul>${times.map((time) => html`<li><button name="start" value="${time.toISOString()}">${formatTime(time)}</button></li>`)}</ul>
</form>`,
    ),
}

export const visitPage = ({ id, startTime, status, doctor }: Appointment, link: string): string =>
  document(
    'Votre rendez-vous',
    html`<p>${formatTime(startTime)}, ${doctor.name}</p>
<p>${status} · ${id}</p>
<p><a rel="noreferrer" href="${link}">Rejoindre la consultation</a></p>
<p>Le lien est valable 15 minutes ; rechargez la page pour un nouveau.</p>`,
  )
