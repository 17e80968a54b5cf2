import type { Selectable } from 'kysely';
import type { Schema } from './schema.ts';

/** What is entered of a trunk: what the contract calls it → its column. */
const columns = {
  name: 'name',
  kind: 'kind',
  host: 'host',
  port: 'port',
  transport: 'transport',
  username: 'username',
  authUsername: 'auth_username',
  outboundProxy: 'outbound_proxy',
  priority: 'priority',
  sourceAddresses: 'source_addresses',
  numberForm: 'number_form',
  fixedNumber: 'fixed_number',
  callerIdIn: 'caller_id_in',
  calledNumberIn: 'called_number_in',
  forwardedAs: 'forwarded_as',
  srtp: 'srtp',
  isEmergency: 'is_emergency',
  sendsAddress: 'sends_address',
  addressConfirmed: 'address_confirmed',
  maxCalls: 'max_calls',
  isEnabled: 'is_enabled',
} as const satisfies Record<string, keyof Schema['trunks']>;

type Columns = typeof columns;
type Row = Selectable<Schema['trunks']>;
type TrunkFields = { [Field in keyof Columns]: Row[Columns[Field]] };
type ColumnsOf<Fields> = {
  [Field in keyof Fields as Field extends keyof Columns ? Columns[Field] : never]: Fields[Field];
};

/** What was entered of a trunk, as its row says. */
export const trunkFieldsOf = (row: Row): TrunkFields =>
  Object.fromEntries(Object.entries(columns).map(([field, column]) => [field, row[column]])) as TrunkFields;

/** The columns of those fields that are given. */
export const trunkColumnsOf = <Fields extends { [Field in keyof TrunkFields]?: TrunkFields[Field] | undefined }>(
  fields: Fields,
): ColumnsOf<Fields> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([field, column]) => {
      const value = fields[field as keyof TrunkFields];
      return value === undefined ? [] : [[column, value]];
    }),
  ) as ColumnsOf<Fields>;
