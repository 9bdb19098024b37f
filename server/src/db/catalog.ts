import type pg from 'pg'

/** One object of a schema, as the catalogs describe it. */
export type Described = {
  /** `column messages.useless_at` */
  what: string
  /** Its table or function. */
  parent: string
  /** Properties that the server depends on. */
  essential: string
  /** Properties that an operator may tune: storage, comments, grants to other roles. */
  incidental: string
}

/**
 * Describes the schema `public`, without the objects of extensions and those that `allow_reset` adds in a sandbox. Columns
 * are identified by name, because their order may differ. All monthly partitions of a table count as one.
 */
export async function describeSchema(owner: pg.ClientBase): Promise<Described[]> {
  // These settings affect the text of expressions.
  await owner.query(`set timezone = 'UTC'; set intervalstyle = 'postgres'; set search_path = public`)
  const { rows } = await owner.query<Described>(description)
  await owner.query('reset timezone; reset intervalstyle; reset search_path')
  return rows
}

/** The name of a role, if it is the server's. The owner's name varies between installations; a superuser may act as owner. */
const role = (oid: string) => `case
  when ${oid} = 0 then 'public'
  when ${oid} in (
    select oid from pg_roles where rolname = current_user
    union all
    select relowner from pg_class where oid = 'migrations'::regclass
  ) then 'owner'
  else coalesce((
    select rolname from pg_roles where oid = ${oid} and rolname in ('medina_app', 'medina_worker', 'medina_gate')), 'other')
end`

/** Sorted grants to roles other than the owner. */
const grants = (acl: string, owner: string, those: 'ours' | 'others') => `(
  select string_agg(format('%s %s%s', ${those === 'ours' ? role('g.grantee') : 'g.grantee::regrole'}, g.privilege_type,
    case when g.is_grantable then '*' end), ', ' order by ${role('g.grantee')}, g.grantee, g.privilege_type)
  from aclexplode(${acl}) g
  where g.grantee <> ${owner}
    and ${role('g.grantee')} ${those === 'ours' ? '<>' : '='} 'other')`

const ofExtension = (catalog: string, oid: string) =>
  `exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

const withoutMonth = (text: string) => `regexp_replace(${text}, '_\\d{4}_\\d\\d\\y', '_MONTH', 'g')`

const description = `
with relations as (
  select c.*, c.oid::regclass::text as name
  from pg_class c
  where c.relnamespace = 'public'::regnamespace
    and c.relkind not in ('i', 'I')
    and not ${ofExtension('pg_class', 'c.oid')}
), functions as (
  select p.*, coalesce(p.proacl, acldefault('f', p.proowner)) as acl
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and p.prokind <> 'a'
    and not ${ofExtension('pg_proc', 'p.oid')}
), described as (
  select format('relation %s', name) as what, name as parent,
    format('kind %s, row security %s, forced %s, partitioned by %s, grants %s', relkind, relrowsecurity, relforcerowsecurity,
      pg_get_partkeydef(oid), ${grants('relacl', 'relowner', 'ours')}) as essential,
    format('persistence %s, replica identity %s, options %s, owner %s, grants %s, comment %s', relpersistence, relreplident,
      (select array_agg(o order by o) from unnest(reloptions) o), ${role('relowner')}, ${grants('relacl', 'relowner', 'others')},
      obj_description(oid, 'pg_class')) as incidental
  from relations
  union all
  select format('column %s.%s', r.name, a.attname), r.name,
    format('%s, not null %s, collation %s, default %s, generated %s, identity %s, grants %s',
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attcollation::regcollation,
      -- A restored database counts its transactions on from a number of its own.
      case when e.text like '%pg_current_xact_id()%' then 'pg_current_xact_id()' else e.text end,
      a.attgenerated, a.attidentity, ${grants('a.attacl', 'r.relowner', 'ours')}),
    format('storage %s, compression %s, statistics %s, options %s, grants %s, comment %s', a.attstorage, a.attcompression,
      nullif(a.attstattarget, -1), a.attoptions, ${grants('a.attacl', 'r.relowner', 'others')}, col_description(r.oid, a.attnum))
  from relations r
  join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
  cross join lateral (select pg_get_expr(d.adbin, d.adrelid) as text) e
  union all
  -- PostgreSQL 18 lists "not null" here too. Names within a partition depend on how it was made.
  select format('constraint %s on %s', case when r.relispartition then pg_get_constraintdef(k.oid) else k.conname end, r.name), r.name,
    format('%s, validated %s, deferrable %s %s', pg_get_constraintdef(k.oid), k.convalidated, k.condeferrable, k.condeferred),
    format('comment %s', obj_description(k.oid, 'pg_constraint'))
  from pg_constraint k
  join relations r on r.oid = k.conrelid
  where k.contype <> 'n'
  union all
  select format('%sindex %s', case when i.indisunique then 'unique ' end,
      case when r.relispartition then format('of %s: %s', r.name, definition) else i.indexrelid::regclass::text end), r.name,
    format('%s, valid %s', definition, i.indisvalid),
    format('clustered %s, options %s, comment %s', i.indisclustered, c.reloptions, obj_description(c.oid, 'pg_class'))
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  join relations r on r.oid = i.indrelid
  cross join lateral (
    -- Without its name and its options.
    select regexp_replace(regexp_replace(pg_get_indexdef(c.oid), 'INDEX \\S+ ON (ONLY )?\\S+', 'INDEX'), ' WITH \\(.*?\\)', '') as definition
  ) defined
  union all
  select format('policy %s on %s', p.polname, r.name), r.name,
    format('%s, permissive %s, roles %s, using %s, check %s', p.polcmd, p.polpermissive,
      (select array_agg(${role('u')} order by ${role('u')}) from unnest(p.polroles) u),
      pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)), ''
  from pg_policy p
  join relations r on r.oid = p.polrelid
  where p.polname <> 'reset'
  union all
  select format('trigger %s on %s', t.tgname, r.name), r.name,
    format('%s, enabled %s', pg_get_triggerdef(t.oid), t.tgenabled),
    format('comment %s', obj_description(t.oid, 'pg_trigger'))
  from pg_trigger t
  join relations r on r.oid = t.tgrelid
  where not t.tgisinternal
  union all
  select format('function %s', oid::regprocedure), proname,
    format('%s, owner %s, grants %s', pg_get_functiondef(oid), ${role('proowner')},
      case when proname <> 'empty_tenant' then ${grants('acl', 'proowner', 'ours')} end),
    format('grants %s, comment %s', ${grants('acl', 'proowner', 'others')}, obj_description(oid, 'pg_proc'))
  from functions
  union all
  select format('view %s', name), name, pg_get_viewdef(oid), '' from relations where relkind in ('v', 'm')
  union all
  select format('sequence %s', r.name), r.name,
    format('%s from %s by %s, %s to %s, cycle %s', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcycle),
    format('cache %s', s.seqcache)
  from pg_sequence s
  join relations r on r.oid = s.seqrelid
  union all
  select format('rule %s on %s', w.rulename, r.name), r.name, pg_get_ruledef(w.oid), ''
  from pg_rewrite w
  join relations r on r.oid = w.ev_class
  where w.rulename <> '_RETURN'
  union all
  select format('statistics %s', stxname), stxname, '', pg_get_statisticsobjdef(oid)
  from pg_statistic_ext
  where stxnamespace = 'public'::regnamespace
  union all
  select format('type %s', t.oid::regtype), typname,
    format('%s %s %s', typtype, format_type(typbasetype, typtypmod),
      (select array_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = t.oid)), ''
  from pg_type t
  where typnamespace = 'public'::regnamespace
    and typtype in ('e', 'd', 'r')
    and not ${ofExtension('pg_type', 't.oid')}
  union all
  select 'schema public', 'schema public',
    (select string_agg(format('%s %s', ${role('g.grantee')}, g.privilege_type), ', ' order by ${role('g.grantee')}, g.privilege_type)
     from aclexplode(nspacl) g
     where ${role('g.grantee')} like 'medina%'), ''
  from pg_namespace
  where nspname = 'public'
  union all
  select format('extension %s', extname), format('extension %s', extname), '', extversion from pg_extension
  union all
  select format('publication %s', p.pubname), format('publication %s', p.pubname), '', format('%s %s', p.puballtables, r.prrelid::regclass)
  from pg_publication p
  left join pg_publication_rel r on r.prpubid = p.oid
  union all
  select format('default privileges of %s', ${role('defaclrole')}), format('default privileges of %s', defaclrole), '', format('%s %s', defaclobjtype, defaclacl)
  from pg_default_acl
)
select distinct ${withoutMonth('what')} as what, ${withoutMonth('parent')} as parent, ${withoutMonth("coalesce(essential, '')")} as essential,
  incidental
from described
order by 1, 3, 4`
