import { expect, test } from 'vitest';
import { openPeer } from './peer.ts';
import { type Fields, nextAttempt, strike, type Unsaid } from './unsaid.ts';

const told: Fields = [['P-Asserted-Identity', '<sip:13@server.example>']];
const unsaid = (given: Partial<Unsaid>): Unsaid => ({ offer: undefined, fields: undefined, refresh: false, ...given });
const takesUpdate = () => openPeer(['INVITE', 'UPDATE']);
const takesNone = () => openPeer(['INVITE']);

test('an offer goes first, and takes the fields along', () => {
  const all = unsaid({ offer: 'new', fields: told, refresh: true });
  expect(nextAttempt(all, takesUpdate(), 'old')).toEqual({ method: 'INVITE', offer: 'new', body: 'new', fields: told });
});

test('fields alone are an UPDATE; a far side that takes none never gets them, nor later', () => {
  expect(nextAttempt(unsaid({ fields: told }), takesUpdate(), 'old')).toEqual({ method: 'UPDATE', fields: told });
  const all = unsaid({ fields: told });
  expect(nextAttempt(all, takesNone(), 'old')).toBeUndefined();
  expect(all.fields).toBeUndefined();
});

test('RFC 4028 §7.4: a refresh is an UPDATE, or an INVITE that says the same; before there is audio neither', () => {
  expect(nextAttempt(unsaid({ refresh: true }), takesUpdate(), undefined)).toEqual({ method: 'UPDATE', fields: [] });
  expect(nextAttempt(unsaid({ refresh: true }), takesNone(), 'old')).toEqual({
    method: 'INVITE',
    body: 'old',
    fields: [],
  });
  expect(nextAttempt(unsaid({ refresh: true }), takesNone(), undefined)).toBeUndefined();
  expect(nextAttempt(unsaid({}), takesUpdate(), 'old')).toBeUndefined();
});

test('an answer that was sent is struck, and one that was asked for meanwhile stays', () => {
  const all = unsaid({ offer: 'new', fields: told, refresh: true });
  const said = nextAttempt(all, takesUpdate(), 'old');
  if (!said) throw new Error('nothing was said');
  all.offer = 'newer';
  strike(all, said);
  expect(all).toEqual({ offer: 'newer', fields: undefined, refresh: false });
  const next = nextAttempt(all, takesUpdate(), 'new');
  if (!next) throw new Error('nothing was said');
  const fresh: Fields = [['P-Asserted-Identity', '<sip:14@server.example>']];
  all.fields = fresh;
  strike(all, next);
  expect(all).toEqual({ offer: undefined, fields: fresh, refresh: false });
});
