-- Reception registers patients who have no e-mail address.
alter table users alter email drop not null;
