import { draftOf, rowsOf } from '../people-import/draft.ts';
import { distinctPeople, type PastedPerson, readPeople } from './read-people.ts';

/**
 * People of a box: a table that has headings or a column of extensions is read by its columns, as lists of users are;
 * anything else line by line.
 */
export function pastedPeople(text: string): PastedPerson[] {
  const draft = draftOf(null, text);
  if ('problem' in draft || !draft.columns.includes('email')) return readPeople(text);
  if (!draft.isHeaded && !draft.columns.includes('extension')) return readPeople(text);
  return distinctPeople(
    rowsOf(draft).map(({ person: { firstName, lastName, email, extension } }) => ({
      firstName,
      lastName,
      // A person without an address stays, as in lines.
      email: email || `${firstName} ${lastName}`.trim(),
      ...(extension === '' ? {} : { extension: extension.replace(/^[-–\s]+/, '') }),
    })),
  );
}
