import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../../requests/answer.ts';
import { administrator } from '../administer.ts';
import type { PeopleImports } from './people-imports.ts';

/** People of tables: checked, created, shown and taken back. */
export const peopleImportRoutes = (imports: PeopleImports): Answer[] => [
  answer(routes.checkPeople, async (asked) => ({ people: await imports.check(administrator(asked), asked.body) })),
  answer(routes.importPeople, (asked) => imports.start(administrator(asked), asked.body)),
  answer(routes.importedPeople, async ({ caller, params }) => ({
    rows: await imports.rows(caller.accountId, params.importId),
  })),
  answer(routes.undoPeopleImport, (asked) => imports.undo(administrator(asked), asked.params.importId)),
];
