-- Files of lab orders, such as the signed report. See docs/decisions/0072-files-of-lab-orders.md.
create table lab_order_files (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^lbf_'),
  lab_order_id text collate "C" not null,
  name text not null check (char_length(name) between 1 and 100),
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  size int not null check (size between 1 and 5000000),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  object_key text not null,
  uploaded_by text collate "C" not null,
  created_at timestamptz not null default app_now(),
  -- When it was stored. Null while it is being uploaded, and if that was interrupted.
  ready_at timestamptz,
  -- The row stays when the file is removed: who had uploaded what, until when.
  removed_at timestamptz,
  -- When its bytes were deleted.
  erased_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, lab_order_id) references lab_orders,
  foreign key (tenant_id, uploaded_by) references users,
  check (erased_at is null or removed_at is not null)
);
create index lab_order_files_order on lab_order_files (tenant_id, lab_order_id, id);
call isolate('lab_order_files');
grant select, insert on lab_order_files to medina_app;
grant update (ready_at, removed_at, erased_at) on lab_order_files to medina_app;
call let_merge('lab_order_files');
