import { type Kysely, sql } from 'kysely';

/** Contacts are found by their words and numbers, whatever their spelling, and listed by name; favorites follow them. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Whatever stands between words, signs and pictures included; `features/contacts/fold.ts` has the same. */
const between = String.raw`[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2190-\u2bff\u3000-\u303f\ufe0f\U0001f000-\U0001faff]+`;

const statements = [
  'create extension if not exists pg_trgm',

  // Lower case without accents and apostrophes. What it makes of a text, `fold` of the contacts makes as well.
  `create function fold_text(given text) returns text language sql immutable strict parallel safe as $$
    select replace(replace(replace(replace(translate(lower(regexp_replace(normalize(given, NFKD),
      '[\\u0300-\\u036f\\u0027\\u0060\\u2019\\u02bc]', '', 'g')), 'øłđðıħŧςØŁĐÐĦŦ', 'olddihtσolddht'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') $$`,
  // The same with umlauts as German writes them where it has none.
  `create function fold_spelt_out(given text) returns text language sql immutable strict parallel safe as $$
    select fold_text(replace(replace(replace(replace(replace(
      replace(replace(replace(replace(replace(normalize(given, NFC),
        'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa'),
        'Ä', 'ae'), 'Ö', 'oe'), 'Ü', 'ue'), 'Ø', 'oe'), 'Å', 'aa')) $$`,
  `create function plain_words(folded text) returns text language sql immutable strict parallel safe as $$
    select btrim(regexp_replace(folded, '${between}', ' ', 'g')) $$`,
  // Words that begin after a space, then the digits of numbers as they are dialled from abroad and from here.
  `create function search_text(words text, numbers jsonb) returns text language sql immutable parallel safe as $$
    select ' ' || concat_ws(' ',
      left(plain_words(fold_text(words)), 2000),
      case when normalize(words, NFC) ~ '[äöüøåÄÖÜØÅ]' then left(plain_words(fold_spelt_out(words)), 2000) end,
      (select string_agg(distinct left(digits, 40), ' ') from (
        select regexp_replace(one ->> form, '\\D', '', 'g') as digits
        from jsonb_path_query(numbers, '$[*]') as one, unnest(array['e164', 'localized']) as form
      ) as written where digits <> '')) $$`,

  `alter table contacts add column name_key text collate "C" not null default ''`,
  `create function index_contact() returns trigger language plpgsql as $$
    begin
      new.name_key := left(plain_words(fold_text(new.name)), 200);
      new.search := search_text(concat_ws(' ', new.name,
        case when strpos(new.name, new.first_name) = 0 then new.first_name end,
        case when strpos(new.name, new.last_name) = 0 then new.last_name end,
        new.organization, new.email), new.phone_numbers);
      return new;
    end $$`,
  `create trigger index_words before insert or update
    of name, first_name, last_name, organization, email, phone_numbers, search, name_key
    on contacts for each row execute function index_contact()`,
  // Nobody changed these contacts: their revisions and times stay.
  'alter table contacts disable trigger user',
  'alter table contacts enable trigger index_words',
  'update contacts set search = search',
  'alter table contacts enable trigger user',

  // Pages of a list, and names that begin with what was typed.
  'create index contacts_listed on contacts (account_id, name_key, id)',
  // A short list of what is pending: a search goes through all of it.
  'create index contacts_found on contacts using gin (search gin_trgm_ops) with (gin_pending_list_limit = 256)',
  'create index contacts_named on contacts using gin (name_key gin_trgm_ops) with (gin_pending_list_limit = 256)',
  // Callers are looked up by this one.
  'alter index contacts_numbers set (fastupdate = off)',
  `select gin_clean_pending_list('contacts_numbers')`,

  'drop index contacts_account',

  // An old record may not say whether its contact is a colleague; then the contact does.
  'alter table favorites alter column is_team drop default, alter column is_team drop not null',
  // A favorite has the name that its contact has, and keeps it when that is gone.
  'create index favorites_contact on favorites (contact_id)',
  `create function name_favorites() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'users' then
        update favorites set display_name = btrim(new.first_name || ' ' || new.last_name)
          where contact_id = 'TEAM:' || new.id;
      else
        update favorites set display_name = new.name where contact_id = new.source || ':' || new.id;
      end if;
      return null;
    end $$`,
  `create trigger name_favorites after update on contacts for each row
    when (old.name is distinct from new.name) execute function name_favorites()`,
  `create trigger name_favorites after update on users for each row
    when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
    execute function name_favorites()`,
];
