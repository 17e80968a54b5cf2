import { type Kysely, sql } from 'kysely';

/**
 * Arabic is found with its marks and without: `الاحمد` finds `الأحمد`. Hamza and madda above or below a letter, vowel signs
 * and the stroke that lengthens a word fold away, as accents do. `features/contacts/fold.ts` does the same.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Only what is written in these letters folds to something else than before. */
const arabic = String.raw`[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff]`;

const statements = [
  `create or replace function fold_text(given text) returns text language sql immutable strict parallel safe as $$
    select replace(replace(replace(replace(translate(lower(regexp_replace(normalize(given, NFKD),
      '[\\u0300-\\u036f\\u0640\\u064b-\\u065f\\u0670\\u0027\\u0060\\u2019\\u02bc]', '', 'g')), 'øłđðıħŧςØŁĐÐĦŦ', 'olddihtσolddht'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') $$`,
  // Nobody changed these contacts: their revisions and times stay.
  'alter table contacts disable trigger user',
  'alter table contacts enable trigger index_words',
  `update contacts set search = search
    where concat_ws(' ', name, first_name, last_name, organization, email) ~ '${arabic}'`,
  'alter table contacts enable trigger user',
  `update call_words set words = array_to_tsvector(
      words_of(concat_ws(' ', event.remote_name, text_of_call(event.documentation)))
        || words_of_number(event.remote_phone_number))
    from inbox_events as event where event.channel_id = call_words.channel_id and event.id = call_words.doc_id
      and concat_ws(' ', event.remote_name, text_of_call(event.documentation)) ~ '${arabic}'`,
];
