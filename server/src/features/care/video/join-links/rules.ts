import type { Config } from '../../../../config.ts'
import { forbidden, gone } from '../../../../errors.ts'
import type { JoinRequest } from '../../../../providers/video/index.ts'
import { joinTimesOf, nameOfGuardian } from '../rules.ts'
import { MAX_WRONG_CHECKS, type Visit } from './queries.ts'

/**
 * What a link leads to. OPEN: the room. EARLY: the room is not open yet. OVER: it closed, or the consultation was completed. MISSED: the
 * consultation did not take place. ELSEWHERE: the appointment is not by video any more.
 */
export type State = 'OPEN' | ClosedState
export type ClosedState = 'EARLY' | 'OVER' | 'CANCELLED' | 'MISSED' | 'ELSEWHERE'

export function stateOf(visit: Visit, window: Config['videoJoinWindow'], now: Date): State {
  if (visit.status === 'CANCELLED') return 'CANCELLED'
  if (visit.status === 'COMPLETED') return 'OVER'
  if (visit.status === 'NO_SHOW') return 'MISSED'
  if (visit.mode !== 'VIDEO') return 'ELSEWHERE'
  const times = joinTimesOf(visit, window)
  if (!times) return 'OPEN'
  return now < times.opensAt ? 'EARLY' : now > times.closesAt ? 'OVER' : 'OPEN'
}

/** The person who joins by a link. @throws {ApiError} 410 for a person who is no longer a participant or may not join */
export function participantOf(userId: string, visit: Visit): Pick<JoinRequest, 'role' | 'name'> {
  const { name, patient_name, doctor_id, patient_id, is_guardian } = visit
  if (name === null) throw linkEnded()
  if (userId === doctor_id) return { role: 'host', name }
  if (userId === patient_id) return { role: 'patient', name }
  if (is_guardian) return { role: 'patient', name: nameOfGuardian(name, patient_name) }
  throw linkEnded()
}

export const linkEnded = () => gone('This link has ended. Ask for another one.', { link: 'OVER' })

/** Whether a link ended because of too many wrong answers to the check. */
export const isBlocked = ({ wrong_checks }: Pick<Visit, 'wrong_checks'>): boolean => wrong_checks >= MAX_WRONG_CHECKS

/** What a patient or guardian must state. What is not recorded cannot be asked for. */
export function checkOf(role: JoinRequest['role'], visit: Visit, check: Config['joinLinkCheck']): Check | undefined {
  if (role === 'host') return undefined
  if (check === 'birth-date' && visit.birth_date !== null) return 'BIRTH_DATE'
  return check === 'code' && visit.phone !== null ? 'CODE' : undefined
}
export type Check = 'BIRTH_DATE' | 'CODE'

const required = { BIRTH_DATE: 'The birth date of the patient is required.', CODE: 'A code is required.' }
const wrongAnswer = { BIRTH_DATE: 'The birth date is wrong.', CODE: 'The code is wrong.' }

/** @param wrong whether an answer was given, and wrong */
export const checkRequired = (check: Check, wrong: boolean) =>
  forbidden(wrong ? wrongAnswer[check] : required[check], { check, wrong })

/** A telephone number of which only the end is shown. */
export const maskedPhone = (phone: string): string => `••${phone.slice(-2)}`
