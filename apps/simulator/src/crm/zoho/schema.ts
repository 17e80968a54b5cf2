/** A field of a module, as `settings/fields` tells of it. */
export interface SimulatedField {
  readonly api_name: string;
  readonly data_type:
    | 'text'
    | 'email'
    | 'phone'
    | 'lookup'
    | 'ownerlookup'
    | 'datetime'
    | 'date'
    | 'picklist'
    | 'textarea'
    | 'object';
  readonly length: number;
  readonly pick_list_values: readonly {
    readonly display_value: string;
    readonly actual_value: string;
    readonly forecast_type?: string;
  }[];
  /** Records that a lookup leads to; any where the module is named beside it. */
  readonly leadsTo: string | null;
}

const field = (
  api_name: string,
  data_type: SimulatedField['data_type'] = 'text',
  more: Partial<SimulatedField> = {},
): SimulatedField => ({
  api_name,
  data_type,
  length: data_type === 'textarea' ? 32_000 : 255,
  pick_list_values: [],
  leadsTo: null,
  ...more,
});
const lookup = (name: string, leadsTo: string | null) => field(name, 'lookup', { leadsTo });
const options = (...values: string[]) => values.map((value) => ({ display_value: value, actual_value: value }));
const phone = (name: string) => field(name, 'phone', { length: 30 });
const owner = field('Owner', 'ownerlookup');
const person = [
  field('First_Name', 'text', { length: 40 }),
  field('Last_Name', 'text', { length: 80 }),
  field('Email', 'email'),
];

/** What the vendor keeps of every record. */
export const systemFields = ['id', 'Created_Time', 'Modified_Time', 'Full_Name'] as const;

/** Modules of a company: their fields, and what no record may be without. */
export const modules: Readonly<
  Record<string, { readonly fields: readonly SimulatedField[]; readonly needs: readonly string[] }>
> = {
  Contacts: {
    fields: [
      ...person,
      lookup('Account_Name', 'Accounts'),
      ...['Phone', 'Mobile', 'Home_Phone', 'Other_Phone'].map(phone),
      field('Title'),
      owner,
    ],
    needs: ['Last_Name'],
  },
  Leads: { fields: [...person, field('Company'), phone('Phone'), phone('Mobile'), owner], needs: ['Last_Name'] },
  Accounts: { fields: [field('Account_Name'), phone('Phone'), owner], needs: ['Account_Name'] },
  Deals: {
    fields: [
      field('Deal_Name'),
      lookup('Account_Name', 'Accounts'),
      lookup('Contact_Name', 'Contacts'),
      field('Stage', 'picklist', {
        pick_list_values: [
          { display_value: 'Angebot', actual_value: 'Proposal', forecast_type: 'Open' },
          { display_value: 'Gewonnen', actual_value: 'Won it', forecast_type: 'Closed Won' },
        ],
      }),
      owner,
    ],
    needs: ['Deal_Name', 'Stage'],
  },
  Calls: {
    fields: [
      field('Subject'),
      field('Description', 'textarea'),
      field('Call_Type', 'picklist', { pick_list_values: options('Inbound', 'Outbound', 'Missed') }),
      field('Call_Start_Time', 'datetime'),
      field('Call_Duration'),
      field('Outgoing_Call_Status', 'picklist', { pick_list_values: options('Scheduled', 'Completed') }),
      field('Call_Result', 'picklist', { pick_list_values: options('-None-', 'Interested', 'No response/Busy') }),
      lookup('Who_Id', 'Contacts'),
      lookup('What_Id', null),
      owner,
    ],
    needs: ['Subject', 'Call_Type', 'Call_Start_Time', 'Call_Duration'],
  },
  Tasks: {
    fields: [
      field('Subject'),
      field('Description', 'textarea'),
      field('Due_Date', 'date'),
      field('Remind_At', 'object'),
      lookup('Who_Id', 'Contacts'),
      lookup('What_Id', null),
      owner,
    ],
    needs: ['Subject'],
  },
};

/** What a call keeps from the moment it is made. */
export const setOnce = ['Call_Type', 'Call_Start_Time'] as const;
