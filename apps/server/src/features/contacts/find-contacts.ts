import { type RawBuilder, sql } from 'kysely';
import { type Piece, type Terms, termsOf } from './terms.ts';

/**
 * The condition that a contact passes a list's filter, on the table `contacts`: every word occurs, or the digits do. An
 * empty filter lets everyone through, one without a letter or digit nobody.
 */
export const contactsMatching = (filter: string): RawBuilder<boolean> =>
  filter.trim() === '' ? sql`true` : holdsInContact(termsOf(filter));

/** The same for colleagues, on the table `users`. */
export const colleaguesMatching = (filter: string): RawBuilder<boolean> => {
  if (filter.trim() === '') return sql`true`;
  const { alternatives } = termsOf(filter);
  // Their numbers stand here without the trunk prefix.
  const spelt = alternatives.map((pieces) =>
    pieces.map((piece) => ({
      ...piece,
      spellings: piece.spellings.flatMap((one) => (/^0[1-9]\d+$/.test(one) ? [one, one.slice(1)] : [one])),
    })),
  );
  return holds(textOfColleague, namesOfColleague, { alternatives: spelt });
};

const namesOfColleague = sql`concat_ws(' ', users.first_name, users.last_name, users.email)`;

const textOfColleague = sql`search_text(concat_ws(' ', users.first_name, users.last_name, users.email), (
  select coalesce(jsonb_agg(jsonb_build_object('localized', number)), '[]') from channels, lateral (
    select extension as number from extensions where extensions.channel_id = channels.id
    union all
    select e164 from numbers where numbers.channel_id = channels.id) as theirs
  where channels.owner_user_id = users.id))`;

/** The condition that a searchable text, as `search_text` of migration 0016 makes it, has what is asked for. */
const holds = (text: RawBuilder<unknown>, names: RawBuilder<unknown>, terms: Terms): RawBuilder<boolean> =>
  allOfAny(terms, names, (pattern) => sql<boolean>`${text} like ${pattern}`);

/** The same for contacts, by their indexes. */
export const holdsInContact = (terms: Terms): RawBuilder<boolean> =>
  allOfAny(terms, namesOfContact, (pattern) => {
    const isLike = sql<boolean>`contacts.search like ${pattern}`;
    if (!cyrillicOrGreek.test(pattern)) return isLike;
    // As the index of migration 0023 has them.
    const asAscii = sql`ascii_letters(contacts.search)`;
    return sql<boolean>`(${isLike} and ${asAscii} <> contacts.search and ${asAscii} like ascii_letters(${pattern}))`;
  });

const namesOfContact = sql`concat_ws(' ', contacts.name, contacts.first_name, contacts.last_name,
  contacts.organization, contacts.email)`;

/** Those letters that `ascii_letters` of migration 0023 knows. */
const cyrillicOrGreek = /[а-яіїєґђјљњћџѕα-ρσ-ω]/;

const allOfAny = (
  { alternatives }: Terms,
  names: RawBuilder<unknown>,
  isLike: (pattern: string) => RawBuilder<boolean>,
): RawBuilder<boolean> =>
  either(
    alternatives.map(
      (pieces) =>
        sql<boolean>`(${sql.join(
          pieces.flatMap((piece) => [has(piece, isLike), ...isWritten(piece, names)]),
          sql` and `,
        )})`,
    ),
  );

const has = ({ spellings, anywhere }: Piece, isLike: (pattern: string) => RawBuilder<boolean>): RawBuilder<boolean> =>
  either(spellings.map((one) => isLike(anywhere ? `%${one}%` : `% ${one}%`)));

/** Of an email address its marks as well: what the index finds by its words may have others between them. */
const isWritten = ({ written }: Piece, names: RawBuilder<unknown>): RawBuilder<boolean>[] =>
  written === undefined
    ? []
    : [
        either(
          written.flatMap((one) => [
            sql<boolean>`strpos(fold_text(${names}), ${one}) > 0`,
            sql<boolean>`strpos(fold_spelt_out(${names}), ${one}) > 0`,
          ]),
        ),
      ];

/** A spelling has letters and digits alone, nothing that means anything in a pattern. */
const either = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;

/** The condition that words of a contact's name begin with all that is asked for. */
export const holdsInName = ({ alternatives }: Terms): RawBuilder<boolean> =>
  either(
    alternatives.map((pieces) => {
      const conditions = pieces.map(({ spellings }) =>
        either(
          spellings.flatMap((one) => [
            sql<boolean>`contacts.name_key like ${`${one}%`}`,
            sql<boolean>`contacts.name_key like ${`% ${one}%`}`,
          ]),
        ),
      );
      return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
    }),
  );
