-- Whichever index a plan chooses, it reads the grounds of one professional and one patient, not all of the patient.
drop index care_relationships_patient;
create index care_relationships_patient on care_relationships (tenant_id, patient_id, professional_id);
