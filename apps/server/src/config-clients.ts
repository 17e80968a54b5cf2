import { ConfigError } from './config-values.ts';

/** Vendors at which an operator can register this server. */
const vendorsWithClients = ['HUBSPOT', 'PIPEDRIVE', 'SALESFORCE', 'ZOHO'] as const;

type Client = `INTEGRATION_${(typeof vendorsWithClients)[number]}` | 'MICROSOFT';
type Clients = Readonly<Partial<Record<`${Client}_CLIENT_${'ID' | 'SECRET'}`, string | undefined>>>;

/** Where users show that they talk, and as what this server signs in there. */
export interface MicrosoftConfig {
  readonly client: { readonly id: string; readonly secret: string } | undefined;
  /** Whose users may sign in: `organizations`, or one company's id or domain. */
  readonly tenant: string;
  /** Where users sign in: Microsoft's own address, or that of a simulator. */
  readonly loginUrl: string;
  readonly graphUrl: string;
}

/** The registrations of this server at vendors, by their names. Throws `ConfigError` for half of one. */
export function clientsOf(values: Clients): ReadonlyMap<string, { readonly id: string; readonly secret: string }> {
  const clients = new Map<string, { readonly id: string; readonly secret: string }>();
  for (const name of vendorsWithClients) {
    const client = clientOf(values, `INTEGRATION_${name}`);
    if (client !== undefined) clients.set(name, client);
  }
  return clients;
}

/** How this server is known at Microsoft. Throws `ConfigError` for half of a registration. */
export const microsoftOf = (
  values: Clients & {
    readonly MICROSOFT_TENANT: string;
    readonly MICROSOFT_URL: string;
    readonly MICROSOFT_GRAPH_URL: string;
  },
): MicrosoftConfig => ({
  client: clientOf(values, 'MICROSOFT'),
  tenant: values.MICROSOFT_TENANT,
  loginUrl: values.MICROSOFT_URL,
  graphUrl: values.MICROSOFT_GRAPH_URL,
});

/** Throws for an id without its secret, and the other way round. */
function clientOf(values: Clients, name: Client) {
  const [id, secret] = [values[`${name}_CLIENT_ID`], values[`${name}_CLIENT_SECRET`]];
  if (id !== undefined && secret !== undefined) return { id, secret };
  if (id === undefined && secret === undefined) return undefined;
  throw new ConfigError(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET are set together or not at all.`);
}
