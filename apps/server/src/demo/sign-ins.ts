import { randomInt } from 'node:crypto';
import type { DemoSignIn } from '../storage/demo-sign-ins.ts';
import { classicCompany, classicEmailOf, classicPeople } from './classic-company.ts';
import { type CompanyPlace, type DemoPerson, people } from './company.ts';

/** How the people of both companies sign in, in their order, with new passwords. */
export const newSignIns = (place: CompanyPlace): DemoSignIn[] => [
  ...people.map((person) => signInOf(person, place)),
  ...classicPeople.map((person) => classicSignInOf(person, place)),
];

export const emailOf = ({ firstName }: DemoPerson, { domains }: CompanyPlace) =>
  `${firstName.toLowerCase()}@${domains.newer}`;

const signInOf = (person: DemoPerson, place: CompanyPlace): DemoSignIn => ({
  email: emailOf(person, place),
  password: demoPassword(),
  name: `${person.firstName} ${person.lastName}`,
  extension: person.extension,
  admin: person.admin ?? false,
});

const classicSignInOf = (person: (typeof classicPeople)[number], place: CompanyPlace): DemoSignIn => ({
  email: classicEmailOf(person, place),
  password: demoPassword(),
  name: `${person.firstName} ${person.lastName}`,
  extension: person.extension,
  admin: person.admin,
  classic: classicCompany.name,
});

/** Easy to copy by hand and free of look-alikes; 31^12 possibilities. */
const demoPassword = (): string => {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz2345678';
  const letters = Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]);
  return [letters.slice(0, 4), letters.slice(4, 8), letters.slice(8)].map((part) => part.join('')).join('-');
};
