import { type Kysely, sql } from 'kysely';

/**
 * Cyrillic and Greek words of contacts are found by an index as well. A database whose locale is C has no trigrams of them,
 * since it knows no letters but those of ASCII: each is indexed as one of those. `features/contacts/find-contacts.ts` asks.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Two may become the same: whoever asks compares what was written, too.
  `create function ascii_letters(folded text) returns text language sql immutable strict parallel safe as $$
    select translate(folded, 'абвгдежзиклмнопрстуфхцчшщъыьэюяіїєґђјљњћџѕαβγδεζηθικλμνξοπρστυφχψω',
      'abcdefghijklmnopqrstuvwxyz01234562789abcdeabcdefghijklmnopqrstuvwx') $$`,
  `create index contacts_in_other_letters on contacts using gin (ascii_letters(search) gin_trgm_ops)
    with (gin_pending_list_limit = 256) where ascii_letters(search) <> search`,
];
