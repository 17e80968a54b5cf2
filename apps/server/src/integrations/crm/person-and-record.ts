import type { EntityRef, Unit } from '../../crm/crm-side.ts';

/** Whether an entity is a person, whom calls are with. */
export const isPerson = ({ type }: EntityRef): boolean => type === 'contacts' || type === 'leads';
export const isRecord = (one: EntityRef): boolean => !isPerson(one);

/**
 * How a log is divided where a record of the vendor has one person and one other record, and a lead none besides. The first contact, or
 * else the first lead, and the first other entity are one record; each further entity is a record of its own.
 */
export function personAndRecord(entities: readonly EntityRef[]): Unit[] {
  const person = entities.find(({ type }) => type === 'contacts') ?? entities.find(isPerson);
  const other = person?.type === 'leads' ? undefined : entities.find(isRecord);
  const main = [person, other].filter((one) => one !== undefined);
  const further = entities.filter((one) => !main.includes(one));
  return [
    { name: 'main', entities: main },
    ...further.map((one) => ({ name: `${one.type}:${one.id}`, entities: [one] })),
  ];
}
