import { describe, expect, test } from 'vitest';
import type { ImportContact } from './import-contact.ts';
import { knownContacts, mergeContact } from './merge-contacts.ts';

const number = (e164: string, label = 'WORK') => ({ label, localized: e164, e164 });
const somebody = (given: Partial<ImportContact> = {}): ImportContact => ({
  uid: null,
  name: 'Anna Bell',
  firstName: null,
  lastName: null,
  organization: null,
  email: null,
  numbers: [number('+49301')],
  avatarUrl: null,
  original: null,
  ...given,
});
const book = () => {
  const known = knownContacts([]);
  let at = 0;
  return (given: Partial<ImportContact> = {}) => {
    const merged = mergeContact(known, somebody(given), () => {
      at += 1;
      return `k${at}`;
    });
    return merged.do === 'skip' ? 'skip' : `${merged.do} ${merged.contact.id}`;
  };
};

describe('the same person is', () => {
  test('who has the same name and a number or an e-mail address', () => {
    const add = book();
    expect(add({ email: 'a@b.example' })).toBe('create k1');
    expect(add({ name: ' ANNA  bell' })).toBe('skip');
    expect(add({ email: 'A@B.example', numbers: [] })).toBe('skip');
    expect(add({ numbers: [number('+49301'), number('+49302')] })).toBe('update k1');
    expect(add({ numbers: [number('+49302')] })).toBe('skip');
  });

  test('who has the same UID, whatever else changed', () => {
    const add = book();
    expect(add({ uid: 'u1' })).toBe('create k1');
    expect(add({ uid: 'u1', name: 'Anna Newname', numbers: [] })).toBe('update k1');
    expect(add({ uid: 'u1', name: 'Anna Newname' })).toBe('skip');
    // The address book gives its own ids out where it has no UID.
    expect(add({ uid: 'k1', name: 'Anna Newname' })).toBe('skip');
  });

  test('who had no UID until a file gave it, and has another name and number in the next', () => {
    const add = book();
    expect(add()).toBe('create k1');
    expect(add({ uid: 'u1' })).toBe('update k1');
    expect(add({ uid: 'u1', original: ['vcard', [['note', {}, 'text', 'new']]] })).toBe('skip');
    expect(add({ uid: 'u1', name: 'Anna Newname', numbers: [number('+49309')] })).toBe('update k1');
  });

  test('not who has another name, or a number alone in common with somebody else', () => {
    const add = book();
    expect(add()).toBe('create k1');
    expect(add({ name: 'Bob Bell' })).toBe('create k2');
    expect(add({ numbers: [number('+49309')] })).toBe('create k3');
  });

  test('who has nothing but the same name, where that is all there is', () => {
    const add = book();
    expect(add({ numbers: [] })).toBe('create k1');
    expect(add({ numbers: [] })).toBe('skip');
    expect(add()).toBe('create k2');
  });
});

test('what somebody wrote here stays, and what is missing is added', () => {
  const known = knownContacts([]);
  const newId = () => 'k1';
  mergeContact(known, somebody({ organization: 'Acme' }), newId);
  const merged = mergeContact(
    known,
    somebody({ organization: 'Other', email: 'a@b.example', numbers: [number('+49302', 'FAX'), number('+49301')] }),
    newId,
  );
  expect(merged).toMatchObject({
    do: 'update',
    contact: { organization: 'Acme', email: 'a@b.example', numbers: [{ id: 'k1-1' }, { id: 'k1-2', label: 'FAX' }] },
  });
});
