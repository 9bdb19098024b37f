import type { Appointment } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { OpenButton } from '../../parts/open-button.tsx'
import { useMay } from '../../permissions.ts'
import { useMe } from './data.ts'
import { canCancel } from './statuses.ts'
import { text } from './words/index.ts'

/** Opens the room with a token of the participant. The practitioner's last page leads back to the visit. */
export function RoomButton({ appointment }: { appointment: Appointment }) {
  const me = useMe()
  const mayJoin = useMay('issueVideoToken') && [appointment.doctorId, appointment.patientId].includes(me.id)
  if (!mayJoin || !(canCancel(appointment) || appointment.status === 'IN_PROGRESS')) return null
  const address = async () => {
    const { token, roomId } = await medina.video.issueToken({ appointmentId: appointment.id, identity: me.id })
    const visit = appointment.doctorId === me.id && { visit: appointment.id }
    return `/room/${encodeURIComponent(roomId)}#${new URLSearchParams({ token, ...visit })}`
  }
  return (
    <OpenButton look="main" icon="video" addressOf={address}>
      {text().openRoom}
    </OpenButton>
  )
}
