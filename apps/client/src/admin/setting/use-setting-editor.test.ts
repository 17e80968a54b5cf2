import { createFormControl } from 'react-hook-form';
import { expect, test } from 'vitest';
import { follow } from './use-setting-editor.ts';

const before = { host: 'smtp.example', port: '587', password: '', groups: [{ name: 'a' }, { name: 'b' }] };
const theirs = { host: 'other.example', port: '465', password: '', groups: [{ name: 'c' }] };

const typedInto = (typed: Partial<typeof before>) => {
  const form = createFormControl({ defaultValues: before });
  // As the hook does when it is mounted.
  form.subscribe({ formState: { isDirty: true, dirtyFields: true }, callback: () => {} });
  form.reset(before);
  for (const name of ['host', 'port', 'password'] as const) form.register(name);
  for (const [name, value] of Object.entries(typed))
    form.setValue(name as 'host', value as string, { shouldDirty: true });
  return form;
};

test('what another administrator saved arrives in the fields that nobody typed into', () => {
  const form = typedInto({ host: 'mine.example', password: 'secret' });
  follow(form, theirs);
  expect(form.getValues()).toEqual({ ...theirs, host: 'mine.example', password: 'secret' });
  expect(['host', 'port', 'password', 'groups'].map((name) => form.getFieldState(name as 'host').isDirty)).toEqual([
    true,
    false,
    true,
    false,
  ]);
  form.reset();
  expect(form.getValues()).toEqual(theirs);
});

test('a list that was changed here stays as a whole, and is not mixed with theirs', () => {
  const groups = [{ name: 'a' }, { name: 'mine' }];
  const form = typedInto({ groups });
  follow(form, theirs);
  expect(form.getValues()).toEqual({ ...theirs, groups });
});

test('nothing is left to save where they saved the same', () => {
  const form = typedInto({ port: '465' });
  follow(form, theirs);
  expect(form.getFieldState('port').isDirty).toBe(false);
});
