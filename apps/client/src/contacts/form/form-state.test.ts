import { expect, test } from 'vitest';
import type { ContactValues } from './contact-values.ts';
import { beginForm, clashesAnew, hear, isDirty, takeTheirs, write } from './form-state.ts';

const number = (typed: string, label = 'WORK') => ({ key: typed, label, typed, origin: 'kept' as const });
const kolbe: ContactValues = {
  name: '',
  firstName: 'Svenja',
  lastName: 'Kolbe',
  organization: 'Hafenwerk',
  email: 's@hafenwerk.example',
  phoneNumbers: [number('+49 40 66969107')],
};
const typed = ({ values }: { values: ContactValues }) => values.phoneNumbers.map((one) => one.typed);

test('leaving a form that was only opened loses nothing, leaving a changed one does', () => {
  const form = beginForm(kolbe, kolbe);
  expect(isDirty(form)).toBe(false);
  expect(isDirty(write(form, { email: 'kolbe@hafenwerk.example' }))).toBe(true);
  expect(isDirty(write(write(form, { email: 'x' }), { email: kolbe.email }))).toBe(false);
});

test('a number that came with the form is no reason to ask before leaving', () => {
  const more = { ...kolbe, phoneNumbers: [...kolbe.phoneNumbers, number('+49 172 4400318')] };
  expect(isDirty(beginForm(kolbe, more))).toBe(false);
});

test('a refusal applies until the value is changed', () => {
  const form = { ...beginForm(kolbe, kolbe), refused: { email: 'taken', '+49 40 66969107': 'refused' } };
  expect(Object.keys(write(form, { lastName: 'Marten' }).refused)).toEqual(['email', '+49 40 66969107']);
  expect(Object.keys(write(form, { email: 'x' }).refused)).toEqual(['+49 40 66969107']);
  const [first] = kolbe.phoneNumbers;
  const changed = write(form, { phoneNumbers: [{ ...number(''), ...first, typed: '+49 40 1' }] });
  expect(Object.keys(changed.refused)).toEqual(['email']);
});

test('changes of another user appear in the fields that were not changed here', () => {
  const form = write(beginForm(kolbe, kolbe), { email: 'kolbe@hafenwerk.example' });
  const heard = hear(form, { ...kolbe, organization: 'Hafenwerk GmbH' });
  expect(heard.values).toMatchObject({ organization: 'Hafenwerk GmbH', email: 'kolbe@hafenwerk.example' });
  expect(heard.theirs).toEqual({ clashes: [] });
  expect(isDirty(heard)).toBe(true);
});

test('where both changed a field, the own value stays and theirs can be taken', () => {
  const form = write(beginForm(kolbe, kolbe), { email: 'mine@hafenwerk.example' });
  const heard = hear(form, { ...kolbe, email: 'theirs@hafenwerk.example' });
  expect(heard.values.email).toBe('mine@hafenwerk.example');
  expect(heard.theirs?.clashes).toEqual([{ field: 'email', theirs: 'theirs@hafenwerk.example' }]);
  const taken = takeTheirs(heard, 'email');
  expect(taken.values.email).toBe('theirs@hafenwerk.example');
  expect(taken.theirs?.clashes).toEqual([]);
  expect(isDirty(taken)).toBe(false);
});

test('numbers of both are merged, and numbers removed by either are gone', () => {
  const two = { ...kolbe, phoneNumbers: [...kolbe.phoneNumbers, number('+49 30 1')] };
  const form = write(beginForm(two, two), { phoneNumbers: [number('+49 30 1'), number('+49 172 1')] });
  const heard = hear(form, { ...two, phoneNumbers: [...two.phoneNumbers, number('+49 89 1')] });
  expect(typed(heard)).toEqual(['+49 30 1', '+49 172 1', '+49 89 1']);
});

test('a contact with only a new revision changes nothing', () => {
  const form = write(beginForm(kolbe, kolbe), { email: 'x' });
  expect(hear(form, { ...kolbe })).toBe(form);
});

test('of two changes by another user the last value can be taken', () => {
  const form = write(beginForm(kolbe, kolbe), { email: 'mine@x.example' });
  const once = hear(form, { ...kolbe, email: 'one@x.example' });
  const twice = hear(once, { ...kolbe, email: 'two@x.example' });
  expect(twice.theirs?.clashes).toEqual([{ field: 'email', theirs: 'two@x.example' }]);
});

test('a form no longer waits for the server once another user changed the same field, and still waits otherwise', () => {
  const form = { ...write(beginForm(kolbe, kolbe), { email: 'mine@x.example' }), phase: 'waiting' as const };
  const theirs = { ...kolbe, email: 'theirs@x.example' };
  expect(hear(form, theirs)).toMatchObject({ phase: 'editing', theirs: { clashes: [{ field: 'email' }] } });
  expect(hear(form, { ...kolbe, organization: 'Other' }).phase).toBe('waiting');
  expect(hear({ ...form, phase: 'editing' }, { ...kolbe, organization: 'Other' }).phase).toBe('editing');
});

test('a clash is new until it was taken in', () => {
  const form = write(beginForm(kolbe, kolbe), { email: 'mine@x.example' });
  const theirs = { ...kolbe, email: 'theirs@x.example' };
  expect([clashesAnew(form, theirs), clashesAnew(hear(form, theirs), theirs)]).toEqual([true, false]);
  expect([clashesAnew(form, kolbe), clashesAnew(form, { ...kolbe, organization: 'Other' })]).toEqual([false, false]);
});
