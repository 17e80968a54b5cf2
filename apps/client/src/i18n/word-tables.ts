// Tables of words in which other rooms look up whether there is a word for something.
export type { auditActionWords } from './en/admin-log.ts';
export { contacts } from './en/contacts.ts';
export { people } from './en/people.ts';
export { threads } from './en/threads.ts';
