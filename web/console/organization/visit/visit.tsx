import type { Appointment } from '../../../../clients/javascript/src/medina.ts'
import { words } from '../../language.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Failed } from '../../parts/failed.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import { Loaded } from '../../parts/table.tsx'
import { Copied } from '../../parts/text.tsx'
import { useMay } from '../../permissions.ts'
import { agendaAddress } from '../agenda/address.ts'
import { useAppointment, useMe, useRooms } from '../agenda/data.ts'
import { Notes } from '../agenda/notes.tsx'
import { RoomButton } from '../agenda/room-button.tsx'
import { StatusButtons, useStatuses } from '../agenda/status-buttons.tsx'
import { dayOfStart, textOfDay, textOfRoom, textOfStatus, textOfTimes, tones } from '../agenda/texts.ts'
import { text as agendaText } from '../agenda/words/index.ts'
import { Documents } from './documents.tsx'
import { Earlier } from './earlier.tsx'
import { Files } from './files.tsx'
import { FollowUps } from './follow-ups.tsx'
import { NextPatient } from './next-patient.tsx'
import { Prescriptions } from './prescriptions.tsx'
import { text } from './words/index.ts'

/** An appointment with all that its professional writes about it, and the way to the next patient. */
export function Visit({ id }: { id: string }) {
  const query = useAppointment(id)
  const appointment = query.data?.data
  return (
    <Page
      title={appointment?.patient.name ?? text().title}
      above={{
        href: appointment ? agendaAddress(dayOfStart(appointment)) : '/today',
        title: words().screens.today,
      }}
      lead={<Copied value={id} />}
      actions={appointment && <RoomButton appointment={appointment} />}
    >
      <Loaded query={query}>{({ data, meta }) => <Sections appointment={data} etag={meta.etag} />}</Loaded>
    </Page>
  )
}

function Sections({ appointment, etag }: { appointment: Appointment; etag: string | undefined }) {
  const isOwn = useMe().id === appointment.doctorId
  const may = {
    prescriptions: useMay('listPrescriptions'),
    documents: useMay('listDocuments'),
    followUps: useMay('listFollowUps'),
    files: useMay('listVisitFiles'),
    patient: useMay('readPatient'),
  }
  const room = useRooms().get(appointment.id)
  const statuses = useStatuses(appointment, etag, () => {})
  const t = text()
  const agenda = agendaText()
  return (
    <>
      {isOwn && <NextPatient appointment={appointment} />}
      <Facts>
        <Fact name={agenda.time}>
          {textOfDay(dayOfStart(appointment))}
          <br />
          <bdi>{textOfTimes(appointment)}</bdi>
        </Fact>
        <Fact name={agenda.status}>
          <State tone={tones[appointment.status] ?? 'off'}>{textOfStatus(appointment)}</State>
        </Fact>
        <Fact name={agenda.mode}>{words().visitModes[appointment.mode] ?? appointment.mode}</Fact>
        <Fact name={agenda.professional}>{!isOwn && <bdi>{appointment.doctor.name}</bdi>}</Fact>
        <Fact name={agenda.room}>{textOfRoom(room)}</Fact>
        <Fact name={agenda.patient}>
          {may.patient && <Anchor href={`/people/${appointment.patientId}`}>{t.patientFile}</Anchor>}
        </Fact>
      </Facts>
      {statuses.error && <Failed error={statuses.error} />}
      {statuses.next.length > 0 && (
        <div className="form-foot">
          <StatusButtons statuses={statuses} />
        </div>
      )}
      {isOwn ? (
        <div className="section">
          <Notes appointment={appointment} etag={etag} />
        </div>
      ) : (
        appointment.notes && (
          <Section title={agenda.notes}>
            <p className="visit-text">
              <bdi>{appointment.notes}</bdi>
            </p>
          </Section>
        )
      )}
      {may.prescriptions && <Prescriptions appointment={appointment} isOwn={isOwn} />}
      {may.documents && <Documents appointment={appointment} isOwn={isOwn} />}
      {may.files && <Files appointmentId={appointment.id} />}
      {may.followUps && <FollowUps appointment={appointment} isOwn={isOwn} />}
      {isOwn && <Earlier appointment={appointment} />}
    </>
  )
}
