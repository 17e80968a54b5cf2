/** A person to be invited, as far as a pasted line says. */
export interface PastedPerson {
  firstName: string;
  lastName: string;
  email: string;
  /** Missing where none was pasted. */
  extension?: string;
}

/**
 * People from pasted lines: `ada@example.org`, `Ada Lovelace <ada@example.org>`, or cells between commas, semicolons or
 * tabs in any order. A missing name is guessed from the address, `a.lovelace` → A Lovelace. Lines without an @ stay,
 * with the text as the address, so that no person is lost. Addresses that come twice count once.
 */
export function readPeople(text: string): PastedPerson[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return distinctPeople(lines.map(readLine));
}

/** The same people, each address once. */
export const distinctPeople = (people: readonly PastedPerson[]): PastedPerson[] =>
  people.filter(
    (person, at) => people.findIndex(({ email }) => email.toLowerCase() === person.email.toLowerCase()) === at,
  );

function readLine(line: string): PastedPerson {
  const email = /[^\s<>,;"]+@[^\s<>,;"]+/.exec(line)?.[0];
  if (email === undefined) return { firstName: '', lastName: '', email: line };
  const words = line
    .replace(email, ' ')
    .split(/[\s<>,;"]+/)
    .filter((word) => word !== '');
  const [firstName, ...rest] = words.length > 0 ? words : guessed(email);
  return { firstName: firstName ?? '', lastName: rest.join(' '), email };
}

function guessed(email: string): string[] {
  const [local = ''] = email.split('@');
  return local
    .split(/[._-]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
}
