-- The patient's weight in grams, as the prescriber stated it. The signature covers it.
alter table prescriptions add column if not exists patient_weight_g integer
  constraint prescriptions_patient_weight check (patient_weight_g between 300 and 400000);
