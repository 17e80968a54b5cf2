import { z } from 'zod';
import type { HubSpotObjects, Stored } from './objects.ts';
import { problem, type Reply, resourceNotThere } from './replies.ts';

/** Numbers that the vendor gives to associations of calls and tasks, by the type of the other record. */
const typeIds: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  calls: { contacts: 194, companies: 182, deals: 206, tickets: 220 },
  tasks: { contacts: 204, companies: 192, deals: 216, tickets: 230 },
};

/** Associations that a record is made with. */
export const linksOfNew = z
  .array(
    z.strictObject({
      to: z.strictObject({ id: z.string() }),
      types: z
        .array(z.strictObject({ associationCategory: z.literal('HUBSPOT_DEFINED'), associationTypeId: z.number() }))
        .length(1),
    }),
  )
  .default([]);

/** The records that a new one is associated with, or what the vendor has against that. */
export function linkedTo(
  objects: HubSpotObjects,
  type: string,
  links: z.infer<typeof linksOfNew>,
): readonly Stored[] | Reply {
  const others: Stored[] = [];
  for (const { to, types } of links) {
    const id = types[0]?.associationTypeId;
    const otherType = Object.entries(typeIds[type] ?? {}).find(([, number]) => number === id)?.[0];
    if (otherType === undefined) return problem(400, 'VALIDATION_ERROR', `association type ${id} does not exist`);
    const other = objects.find(otherType, to.id);
    if (!other || other.archived)
      return problem(404, 'OBJECT_NOT_FOUND', `Could not find ${otherType} with id ${to.id}`);
    others.push(other);
  }
  return others;
}

/** PUT of the default association between two records, and DELETE of every one between them. */
export function changeLink(objects: HubSpotObjects, method: string, from: Stored, rest: string): Reply | null {
  const put = /^\/associations\/default\/([a-z]+)\/(\d+)$/.exec(rest);
  const taken = /^\/associations\/([a-z]+)\/(\d+)$/.exec(rest);
  const [, type = '', id = ''] = (method === 'PUT' ? put : method === 'DELETE' ? taken : null) ?? [];
  if (type === '') return null;
  const other = objects.find(type, id);
  if (method === 'DELETE') {
    if (other) objects.separate(from, other);
    return { status: 204 };
  }
  if (!other || other.archived) return resourceNotThere;
  objects.associate(from, other);
  return { status: 200, body: { status: 'COMPLETE', results: [] } };
}
