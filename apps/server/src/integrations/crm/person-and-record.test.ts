import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPerson, personAndRecord } from './person-and-record.ts';

const entity = fc.record({
  type: fc.constantFrom('contacts' as const, 'leads' as const, 'accounts' as const, 'deals' as const),
  id: fc.integer({ min: 1, max: 50 }).map(String),
});
const entities = fc.uniqueArray(entity, { selector: ({ type, id }) => `${type}:${id}`, maxLength: 12 });

test('whatever is picked, each entity is in one unit, the main one is first, and names are those of their entities', () => {
  fc.assert(
    fc.property(entities, (picked) => {
      const units = personAndRecord(picked);
      expect(units[0]?.name).toBe('main');
      expect(new Set(units.map(({ name }) => name)).size).toBe(units.length);
      const all = units.flatMap((unit) => unit.entities);
      expect(new Set(all)).toEqual(new Set(picked));
      expect(all).toHaveLength(picked.length);
      for (const { entities: own } of units) {
        expect(own.filter(isPerson).length).toBeLessThanOrEqual(1);
        expect(own.filter((one) => !isPerson(one)).length).toBeLessThanOrEqual(1);
        if (own.some(({ type }) => type === 'leads')) expect(own).toHaveLength(1);
      }
    }),
  );
});

test('what is added at the end changes no unit that is there, but may complete the main one', () => {
  fc.assert(
    fc.property(entities, (picked) => {
      const before = personAndRecord(picked.slice(0, -1));
      const after = new Map(personAndRecord(picked).map((unit) => [unit.name, unit]));
      for (const { name, entities: own } of before.slice(1)) {
        const still = after.get(name)?.entities ?? after.get('main')?.entities;
        expect(own.every((one) => still?.includes(one))).toBe(true);
      }
    }),
  );
});
