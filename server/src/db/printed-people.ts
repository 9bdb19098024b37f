import { type RawBuilder, sql } from 'kysely'

type Named = { tenantId: unknown; doctorId: unknown; patientId: unknown }

/** The current data of patient and practitioner for documents, as a JSON object within another statement. */
export const printedPeople = <P>({ tenantId, doctorId, patientId }: Named): RawBuilder<P> => sql<P>`(
  select jsonb_build_object(
    'patient', jsonb_build_object(
      'name', p.name,
      'birthDate', i.birth_date::text,
      'sex', i.sex,
      'nationalId', i.national_id,
      'insurer', i.insurer,
      'insuranceNumber', i.insurance_number)
      || case when i.name_ar is null then '{}' else jsonb_build_object('nameAr', i.name_ar) end,
    'practitioner', jsonb_build_object(
      'name', u.name, 'role', u.role, 'specialty', d.specialty, 'licenceNumber', d.licence_number))
  from users p
  left join patient_identities i on i.tenant_id = p.tenant_id and i.patient_id = p.id
  join users u on u.tenant_id = ${tenantId} and u.id = ${doctorId}
  left join doctors d on d.tenant_id = u.tenant_id and d.user_id = u.id
  where p.tenant_id = ${tenantId}
    and p.id = ${patientId})`
