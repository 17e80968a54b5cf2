import type { CrmAccess } from '../../../crm/crm-access.ts';
import type { CrmForm } from '../../../crm/crm-side.ts';
import type { Writer } from '../../../storage/writer.ts';

/** A connected CRM that takes calls. An account connects one of each name. */
export interface Source {
  readonly integrationId: string;
  /** The integration's name, such as HUBSPOT. */
  readonly name: string;
  readonly displayName: string;
  readonly form: CrmForm;
  readonly isSignedIn: boolean;
  /** Whose CRM it is, where the vendor tells. */
  readonly tenant: string | null;
}

/** In the order in which they were connected. */
export async function sourcesOf(db: Writer, crm: Pick<CrmAccess, 'formOf'>, accountId: string): Promise<Source[]> {
  const rows = await db
    .selectFrom('integrations')
    .select(['id', 'name', 'state', 'tenant'])
    .where('account_id', '=', accountId)
    .where('state', '!=', 'DISCONNECTING')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.flatMap((row) => {
    const form = crm.formOf(row.name);
    return form === null
      ? []
      : {
          integrationId: row.id,
          name: row.name,
          displayName: form.displayName,
          form,
          isSignedIn: row.state !== 'AUTHENTICATION_REQUIRED',
          tenant: row.tenant,
        };
  });
}
