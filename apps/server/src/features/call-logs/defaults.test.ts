import type { EntityType } from '@sidetone/contract/entities/integration.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultsOf } from './defaults.ts';
import type { Candidate, Match } from './log/matches.ts';

const one = (type: EntityType, id: string, more: Partial<Candidate> = {}): Candidate => ({
  source: 'HUBSPOT',
  type,
  id,
  label: `${type} ${id}`,
  url: null,
  isOpen: null,
  ...more,
});
const contact = (id: string, related: readonly Candidate[] = [], more: Partial<Candidate> = {}): Match => ({
  ...one('contacts', id, more),
  contactId: `k${id}`,
  related,
});
const acme = one('companies', 'acme');
const openDeal = one('deals', '1', { isOpen: true });
const lostDeal = one('deals', '2', { isOpen: false });
const ticket = one('tickets', '3', { isOpen: true });

const chosen = (
  matches: readonly Match[],
  types: Readonly<Record<string, readonly string[]>> = {},
  choices: Readonly<Record<string, Candidate>> = {},
) => {
  const { entities, isAmbiguous } = defaultsOf({
    matches,
    choices: new Map(Object.entries(choices)),
    typesOf: (source) => types[source] ?? ['contacts'],
  });
  return { records: entities.map(({ source, type, id }) => `${source} ${type} ${id}`), isAmbiguous };
};

describe('what a call is logged to by itself', () => {
  test('SLOG-011: the contact, and what belongs to it of the types that the user chose', () => {
    const uta = contact('uta', [acme, openDeal, ticket]);
    expect(chosen([uta])).toEqual({ records: ['HUBSPOT contacts uta'], isAmbiguous: false });
    expect(chosen([uta], { HUBSPOT: ['contacts', 'companies', 'deals'] }).records).toEqual([
      'HUBSPOT contacts uta',
      'HUBSPOT companies acme',
      'HUBSPOT deals 1',
    ]);
    expect(chosen([uta], { HUBSPOT: ['tickets'], PIPEDRIVE: ['contacts'] }).records).toEqual(['HUBSPOT tickets 3']);
    expect(chosen([uta], { HUBSPOT: [] })).toEqual({ records: [], isAmbiguous: false });
  });

  test('SLOG-011: a caller of a type that the user did not choose is nothing, and nothing to ask', () => {
    const company: Match = { ...acme, contactId: 'kacme', related: [openDeal] };
    expect(chosen([company])).toEqual({ records: [], isAmbiguous: false });
    expect(chosen([company], { HUBSPOT: ['deals'] }).records).toEqual(['HUBSPOT deals 1']);
    expect(chosen([company], { HUBSPOT: ['companies'] }).records).toEqual(['HUBSPOT companies acme']);
  });

  test('SLOG-013: nothing that is closed', () => {
    const uta = contact('uta', [lostDeal, openDeal, one('deals', '4')]);
    expect(chosen([uta], { HUBSPOT: ['deals'] }).records).toEqual(['HUBSPOT deals 1', 'HUBSPOT deals 4']);
  });

  test('each connected CRM that knows the number gets its own', () => {
    const pipedrive = { source: 'PIPEDRIVE' };
    const both = [contact('uta'), contact('7', [one('companies', '8', pipedrive)], pipedrive)];
    expect(chosen(both, { PIPEDRIVE: ['companies'] })).toEqual({
      records: ['HUBSPOT contacts uta', 'PIPEDRIVE companies 8'],
      isAmbiguous: false,
    });
  });

  test('of several contacts none, until somebody says who it is', () => {
    const several = [contact('uta', [openDeal]), contact('jan')];
    expect(chosen(several)).toEqual({ records: [], isAmbiguous: true });
    expect(chosen(several, { HUBSPOT: ['contacts', 'deals'] }, { HUBSPOT: one('contacts', 'uta') })).toEqual({
      records: ['HUBSPOT contacts uta', 'HUBSPOT deals 1'],
      isAmbiguous: false,
    });
    // One who no longer has the number says nothing of those who do.
    expect(chosen(several, {}, { HUBSPOT: one('contacts', 'ida') })).toEqual({ records: [], isAmbiguous: true });
    expect(chosen(several, {}, { HUBSPOT: one('leads', 'uta') })).toEqual({ records: [], isAmbiguous: true });
  });

  test('several contacts of one company are the company, where the user wants calls logged to companies', () => {
    const types = { HUBSPOT: ['contacts', 'companies'] };
    const other = one('companies', 'other');
    const ofAcme = [contact('uta', [acme, other]), contact('jan', [acme])];
    expect(chosen(ofAcme, types)).toEqual({ records: ['HUBSPOT companies acme'], isAmbiguous: false });
    // The number of the company itself.
    expect(chosen([{ ...acme, contactId: 'kacme', related: [] }, contact('jan', [acme])], types).records).toEqual([
      'HUBSPOT companies acme',
    ]);
    const two = [contact('uta', [acme, other]), contact('jan', [other, acme])];
    expect(chosen(two, types)).toEqual({ records: [], isAmbiguous: true });
    expect(chosen(ofAcme)).toEqual({ records: [], isAmbiguous: true });
  });

  test('nobody who has the number is nothing, and nothing to ask', () => {
    expect(chosen([])).toEqual({ records: [], isAmbiguous: false });
  });

  test('whatever there is: never two contacts of one CRM, nothing closed, nothing twice, nothing that was not there', () => {
    const source = fc.constantFrom('HUBSPOT', 'PIPEDRIVE');
    const type = fc.constantFrom<EntityType>('contacts', 'companies', 'deals', 'leads', 'accounts');
    const candidate = fc.record({
      type,
      id: fc.constantFrom('1', '2', '3'),
      isOpen: fc.constantFrom(true, false, null),
    });
    const match = fc.record({ source, record: candidate, related: fc.array(candidate, { maxLength: 6 }) });
    const types = fc.dictionary(source, fc.array(type));
    fc.assert(
      fc.property(fc.array(match, { maxLength: 6 }), types, (given, wanted) => {
        const matches = given.map((each) => ({
          ...one('contacts', each.record.id, { source: each.source }),
          contactId: each.record.id,
          related: each.related.map((about) => one(about.type, about.id, { ...about, source: each.source })),
        }));
        const { entities } = defaultsOf({ matches, choices: new Map(), typesOf: (name) => wanted[name] ?? [] });
        const keys = entities.map((each) => `${each.source} ${each.type} ${each.id}`);
        expect(new Set(keys).size).toBe(keys.length);
        for (const name of ['HUBSPOT', 'PIPEDRIVE']) {
          const ofIt = matches.filter((each) => each.source === name);
          const ids = new Set(ofIt.map(({ id }) => id));
          const known = ofIt.flatMap(({ related, ...contactOfIt }) => [contactOfIt, ...related]);
          for (const entity of entities.filter((each) => each.source === name)) {
            expect(known.some((each) => each.type === entity.type && each.id === entity.id)).toBe(true);
            expect(entity.isOpen).not.toBe(false);
            if (ids.size > 1) expect(['companies', 'accounts']).toContain(entity.type);
          }
        }
      }),
    );
  });
});
