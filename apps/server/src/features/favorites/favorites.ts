import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { type Favorite, type FavoriteWithContact, favoriteContactId } from '@sidetone/contract/entities/favorite.ts';
import { maxFavorites } from '@sidetone/contract/rules/limits.ts';
import type { Selectable } from 'kysely';
import { newId } from '../../requests/ids.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Writer } from '../../storage/writer.ts';

/** Contacts and colleagues of an account by their ids; who is no longer there is left out. */
type FindContacts = (db: Writer, accountId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, Contact>>;

export interface Favorites {
  readonly db: Database;
  readonly findContacts: FindContacts;
}

/** Whose favorites. */
interface Owner {
  readonly userId: string;
  readonly accountId: string;
}

/**
 * Makes a contact or colleague a favorite of the user, or none any more: then null. Taking away always works; throws
 * `Refusal` NOT_FOUND, FAVORITE_NEEDS_NUMBER, FAVORITES_FULL where one would come in that may not.
 */
export async function toggleFavorite(
  { db, findContacts }: Favorites,
  { userId, accountId }: Owner,
  id: string,
): Promise<Favorite | null> {
  return await db.transaction().execute(async (trx) => {
    // One at a time for each user, so that the count holds.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    const kept = await trx.selectFrom('favorites').selectAll().where('user_id', '=', userId).execute();
    const known = kept.find((row) => contactIdOf(row) === id);
    if (known) {
      await trx.deleteFrom('favorites').where('id', '=', known.id).execute();
      return null;
    }
    const contact = (await findContacts(trx, accountId, [id])).get(id);
    if (!contact) throw notFound('contact');
    if (contact.phoneNumbers.length === 0) {
      throw new Refusal('FAVORITE_NEEDS_NUMBER', 'This contact has no number.');
    }
    if (kept.length >= maxFavorites) {
      throw new Refusal('FAVORITES_FULL', `There are already ${maxFavorites} favorites.`);
    }
    const row = await trx
      .insertInto('favorites')
      .values({
        id: newId('f'),
        user_id: userId,
        contact_id: favoriteContactId(contact),
        integration_name: contact.source,
        display_name: nameOf(contact),
        is_team: contact.isTeam,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return favoriteOf(row);
  });
}

/** Notes whether a favorite is a colleague. Throws `Refusal` NOT_FOUND for what is no favorite of the user. */
export async function setTeam(db: Database, userId: string, favoriteId: string, isTeam: boolean): Promise<Favorite> {
  const row = await db
    .updateTable('favorites')
    .set({ is_team: isTeam })
    .where('id', '=', favoriteId)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound('favorite');
  return favoriteOf(row);
}

/** Removes a favorite, whatever became of its contact. Throws `Refusal` NOT_FOUND for what is none of the user. */
export async function removeFavorite(db: Database, userId: string, favoriteId: string): Promise<void> {
  const row = await db
    .deleteFrom('favorites')
    .where('id', '=', favoriteId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw notFound('favorite');
}

/**
 * The favorites of a user by display name, as their language sorts it, each with its contact: null where that is gone or
 * has no number any more. An old record may lack whether it is a colleague; its owner's app takes that from the contact and
 * notes it.
 */
export async function readFavorites(
  { db, findContacts }: Favorites,
  { userId, accountId }: Owner,
): Promise<(FavoriteWithContact & { rev: number })[]> {
  const rows = await db
    .selectFrom('favorites')
    .innerJoin('users', 'users.id', 'favorites.user_id')
    .selectAll('favorites')
    .select('users.locale')
    .where('user_id', '=', userId)
    .execute();
  const contacts = await findContacts(db, accountId, rows.map(contactIdOf));
  const byName = new Intl.Collator(rows[0]?.locale);
  return rows
    .map((row) => {
      const found = contacts.get(contactIdOf(row));
      const its = found && favoriteContactId(found) === row.contact_id ? found : null;
      return {
        ...favoriteOf(row),
        ...(its && { displayName: nameOf(its) }),
        contact: its && its.phoneNumbers.length > 0 ? its : null,
        rev: Number(row.rev),
      };
    })
    .sort((a, b) => byName.compare(a.displayName, b.displayName) || (a.contactId < b.contactId ? -1 : 1));
}

type Row = Selectable<Schema['favorites']>;

const favoriteOf = (row: Row): Favorite => ({
  id: row.id,
  contactId: row.contact_id,
  integrationName: row.integration_name,
  displayName: row.display_name,
  ...(row.is_team !== null && { isTeam: row.is_team }),
});

/** The id that the contact has here, without where it is from. */
const contactIdOf = (row: Pick<Row, 'contact_id' | 'integration_name'>): string =>
  row.contact_id.slice(row.integration_name.length + 1);

const nameOf = (contact: Contact): string => contact.displayName || contact.name;
