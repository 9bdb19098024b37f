-- A booking by the staff looks for relationships in force, and for ended ones. A pair has a row for each visit; most are over.
create index care_relationships_pair on care_relationships (tenant_id, patient_id, professional_id, until);
create index care_relationships_ended on care_relationships (tenant_id, patient_id, professional_id)
  where ended_at is not null;
drop index care_relationships_patient;
