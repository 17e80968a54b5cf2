import { type Kysely, sql } from 'kysely';

/** Calls are found by words that are folded as those of contacts are: `Łukasz` by `lukasz`, `Müller` by `mueller`. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Bound to the functions that they call: an index is made and written anew with no schema to look for names in.
  `create or replace function fold_spelt_out(given text) returns text language sql immutable strict parallel safe
    return fold_text(replace(replace(replace(replace(replace(
      replace(replace(replace(replace(replace(normalize(given, NFC),
        'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa'),
        'Ä', 'ae'), 'Ö', 'oe'), 'Ü', 'ue'), 'Ø', 'oe'), 'Å', 'aa'))`,
  // What an apostrophe divides is found as one word, as in contacts, and by each part.
  `create or replace function words_of(given text) returns text[] language sql immutable parallel safe
    return (select coalesce(array_agg(word), '{}') from (
      select distinct left(word, 40) as word
      from string_to_table(plain_words(concat_ws(' ',
        fold_text(given),
        case when normalize(given, NFC) ~ '[äöüøåÄÖÜØÅ]' then fold_spelt_out(given) end,
        case when given ~ '[\\u0027\\u0060\\u2019\\u02bc]'
          then fold_text(regexp_replace(given, '[\\u0027\\u0060\\u2019\\u02bc]', ' ', 'g')) end)), ' ') as word
      where word <> '' limit 6000) as words)`,
  'drop index contacts_words',
  `create index contacts_words on contacts
    using gin (array_to_tsvector(words_of(coalesce(name, '') || ' ' || coalesce(organization, ''))))`,
  // All of them change: without the index that takes a fraction of the time.
  'drop index call_words_found',
  `update call_words set words = array_to_tsvector(
      words_of(concat_ws(' ', event.remote_name, text_of_call(event.documentation)))
        || words_of_number(event.remote_phone_number))
    from inbox_events as event where event.channel_id = call_words.channel_id and event.id = call_words.doc_id`,
  'create index call_words_found on call_words using gin (words, marks) with (fastupdate = off)',
];
