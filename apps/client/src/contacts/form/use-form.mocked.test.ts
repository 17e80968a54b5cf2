import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { contactRoutes } from '@sidetone/contract/http/contact-routes.ts';
import type { NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, type ApiErrorCode } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { blankValues, type FormRules } from './contact-values.ts';
import type { FormOptions } from './form-options.ts';
import { keptDrafts } from './saving/kept-draft.ts';
import { type Form, useForm } from './use-form.ts';

const effects = vi.hoisted(() => [] as (() => unknown)[]);
vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useEffect: (effect: () => unknown) => void effects.push(effect),
}));
vi.mock('#live/line/http.ts', () => ({ call: vi.fn() }));

const storage = new Map<string, string>();
beforeEach(() => {
  storage.clear();
  vi.mocked(call).mockReset();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
});

const rules: FormRules = {
  contactAttributes: { FIRST_NAME: 'required' },
  limitations: {},
  phoneNumberLabels: ['WORK'],
};
const place: NumberPlace = { country: 'DE', areaCode: '69' };
const start = blankValues(rules, { number: '+496990009214', name: null, fromCall: false });
const written = { ...start, firstName: 'Ronja' };
const integration = { id: 'i1' } as ConnectedIntegration;
const made: Contact = {
  id: 'k1',
  source: 'CARDDAV',
  integrationId: 'i1',
  type: 'contacts',
  name: 'Ronja',
  firstName: 'Ronja',
  lastName: null,
  organization: null,
  email: null,
  phoneNumbers: [{ id: 'n', type: 'WORK', label: 'WORK', localized: '069 1', e164: '+49691' }],
  readonly: false,
  isTeam: false,
  relatesTo: [],
  priority: 0,
};

interface ShownProps {
  told: Pick<FormOptions, 'onSaved' | 'onProblem'>;
  onDrawn: (form: Form) => void;
}

function Shown({ told, onDrawn }: ShownProps) {
  const form = useForm({
    webUserId: 'w1',
    mayWrite: true,
    form: 'create',
    contact: null,
    start: { base: start, values: start },
    written,
    integrationId: 'i1',
    integration,
    rules,
    place,
    ...told,
    onMissing: () => {},
    words: { emailTaken: '', number: '', field: '' },
  });
  onDrawn(form);
  return null;
}

/** The form for a new contact, as it is drawn once, and the way to leave it. */
function open() {
  const told = { onSaved: vi.fn(), onProblem: vi.fn() };
  const drawn: Form[] = [];
  effects.length = 0;
  renderToStaticMarkup(createElement(Shown, { told, onDrawn: (form) => void drawn.push(form) }));
  const [form] = drawn;
  if (form === undefined) throw new Error('It is drawn.');
  const leaving = effects.map((effect) => effect());
  const leave = () => {
    for (const end of leaving) if (typeof end === 'function') end();
  };
  return { form, told, leave };
}
const refuse = (code: ApiErrorCode) => vi.mocked(call).mockRejectedValueOnce(new ApiError(code, code));
const asked = () => vi.mocked(call).mock.calls.map(([route]) => route);

test.each(['INTEGRATION_FAILED', 'UNAVAILABLE', 'INTERNAL', 'BAD_REPLY', 'NETWORK', 'TIMEOUT'] as const)(
  'corrections after %s are written to the contact that was created nevertheless',
  async (code) => {
    const { form, told } = open();
    refuse(code);
    await form.save();
    vi.mocked(call).mockResolvedValue(made);
    await form.save();
    expect(asked().slice(1)).toEqual([contactRoutes.createContact, contactRoutes.updateContact]);
    expect(told.onSaved).toHaveBeenCalledOnce();
  },
);

test('a refusal after a lost reply does not mean that nothing was created', async () => {
  const { form } = open();
  for (const code of ['NETWORK', 'INVALID_NUMBER', 'EMAIL_CONFLICT'] as const) {
    refuse(code);
    await form.save();
  }
  vi.mocked(call).mockResolvedValue(made);
  await form.save();
  expect(asked().slice(3)).toEqual([contactRoutes.createContact, contactRoutes.updateContact]);
});

test('a refusal alone creates nothing', async () => {
  const { form } = open();
  refuse('INVALID_NUMBER');
  await form.save();
  vi.mocked(call).mockResolvedValue(made);
  await form.save();
  expect(asked()).toEqual([contactRoutes.createContact, contactRoutes.createContact]);
});

test('a failed save is reported to users who left the form, and kept', async () => {
  const { form, told, leave } = open();
  refuse('INTERNAL');
  const saving = form.save();
  leave();
  await saving;
  expect(told.onProblem).toHaveBeenCalledExactlyOnceWith('create', true, expect.any(ApiError));
  expect(keptDrafts('w1').read('create')).toMatchObject({ values: { firstName: 'Ronja' }, unsure: true });
});

test('a draft given up while it was being saved is not kept, and nothing is reported', async () => {
  const { form, told, leave } = open();
  refuse('INTERNAL');
  const saving = form.save();
  form.discard();
  leave();
  await saving;
  expect(told.onProblem).not.toHaveBeenCalled();
  expect(keptDrafts('w1').read('create')).toBeNull();
});

test('a draft that was given up and is saved nevertheless leaves the next draft alone', async () => {
  const { form, told, leave } = open();
  vi.mocked(call).mockResolvedValue(made);
  const saving = form.save();
  form.discard();
  leave();
  open();
  await saving;
  expect(told.onSaved).toHaveBeenCalledExactlyOnceWith(made, true);
  expect(keptDrafts('w1').read('create')).not.toBeNull();
});

const refused = (form: Form) => {
  refuse('INTERNAL');
  return form.save();
};
const taken = (form: Form) => {
  vi.mocked(call).mockResolvedValueOnce(made);
  return form.save();
};

test.each([
  ['refused', refused],
  ['saved all the same', taken],
])('users who come back and write more keep it, although the earlier draft is %s', async (_what, send) => {
  const { form, leave } = open();
  const sending = send(form);
  leave();
  const kept = keptDrafts('w1').read('create');
  if (kept === null) throw new Error('It is kept.');
  const more = { ...kept, values: { ...kept.values, lastName: 'Brodersen' }, unsure: true };
  keptDrafts('w1').write('create', more);
  await sending;
  expect(keptDrafts('w1').read('create')).toEqual(more);
});

test('users who come back and give it up find no draft again, although it is refused', async () => {
  const { form, told, leave } = open();
  const sending = refused(form);
  leave();
  keptDrafts('w1').forget('create');
  await sending;
  expect(told.onProblem).toHaveBeenCalledOnce();
  expect(keptDrafts('w1').read('create')).toBeNull();
});

test('a draft saved after the user left is no longer kept', async () => {
  const { form, leave } = open();
  const sending = taken(form);
  leave();
  await sending;
  expect(keptDrafts('w1').read('create')).toBeNull();
});

test('ERR-042: a refusal of the address book comes with its reason', async () => {
  const { form, told } = open();
  const body = { code: 'INTEGRATION_FAILED', message: '', type: 'limit', translationKey: 'limit' } as const;
  const said = new ApiError('INTEGRATION_FAILED', '', { body });
  vi.mocked(call).mockRejectedValueOnce(said);
  await form.save();
  expect(told.onProblem).toHaveBeenCalledExactlyOnceWith('create', false, said);
});
