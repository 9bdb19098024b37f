-- A booking of the staff looks for grounds in force and for ended ones. Pairs have a ground for each visit, most of them over.
create index care_relationships_pair on care_relationships (tenant_id, patient_id, professional_id, until);
create index care_relationships_ended on care_relationships (tenant_id, patient_id, professional_id)
  where ended_at is not null;
drop index care_relationships_patient;
