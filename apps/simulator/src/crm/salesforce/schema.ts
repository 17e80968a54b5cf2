/** A field as `describe` tells of it. */
export interface SimulatedField {
  readonly name: string;
  readonly createable: boolean;
  readonly updateable: boolean;
  readonly filterable: boolean;
  readonly externalId: boolean;
  readonly type: 'string' | 'boolean' | 'int' | 'date' | 'datetime' | 'reference' | 'picklist' | 'textarea';
  readonly length: number;
  /** Ids that a reference may have. */
  readonly referenceTo: readonly string[];
  readonly picklistValues: readonly { readonly active: boolean; readonly label: string; readonly value: string }[];
}

const field = (
  name: string,
  type: SimulatedField['type'] = 'string',
  more: Partial<SimulatedField> = {},
): SimulatedField => ({
  name,
  type,
  createable: true,
  updateable: true,
  filterable: type !== 'textarea',
  externalId: false,
  length: type === 'string' ? 255 : 32_000,
  referenceTo: [],
  picklistValues: [],
  ...more,
});
const readOnly = { createable: false, updateable: false } as const;
const reference = (name: string, ...referenceTo: string[]) => field(name, 'reference', { referenceTo });
const options = (...values: string[]) => values.map((value) => ({ active: true, label: value, value }));

const system = [
  field('Id', 'reference', readOnly),
  field('CreatedDate', 'datetime', readOnly),
  field('SystemModstamp', 'datetime', readOnly),
  field('IsDeleted', 'boolean', readOnly),
];
const person = [
  field('FirstName', 'string', { length: 40 }),
  field('LastName', 'string', { length: 80 }),
  field('Name', 'string', readOnly),
  field('Email', 'string', { length: 80 }),
  reference('OwnerId', 'User'),
];
const phone = (name: string) => field(name, 'string', { length: 40 });

/** Objects of a company, the prefix of their ids, and what they may not be made without. */
interface SimulatedObject {
  readonly prefix: string;
  readonly fields: readonly SimulatedField[];
  readonly needs: readonly string[];
  /** Objects that a field leads to, by the name of the relation. */
  readonly relations: Readonly<Record<string, string>>;
}

const object = (
  prefix: string,
  fields: readonly SimulatedField[],
  needs: readonly string[] = [],
  relations: Readonly<Record<string, string>> = {},
): SimulatedObject => ({ prefix, fields: [...system, ...fields], needs, relations });

export const objects: Readonly<Record<string, SimulatedObject>> = {
  Contact: object(
    '003',
    [
      ...person,
      reference('AccountId', 'Account'),
      ...['Phone', 'MobilePhone', 'HomePhone', 'OtherPhone'].map(phone),
      field('Title'),
    ],
    ['LastName'],
    { Account: 'AccountId' },
  ),
  Lead: object(
    '00Q',
    [
      ...person,
      field('Company'),
      phone('Phone'),
      phone('MobilePhone'),
      field('IsConverted', 'boolean', readOnly),
      field('Status', 'picklist', { picklistValues: options('Open', 'Closed') }),
    ],
    ['LastName', 'Company'],
  ),
  Account: object('001', [field('Name'), phone('Phone'), reference('OwnerId', 'User')], ['Name']),
  Opportunity: object(
    '006',
    [
      field('Name'),
      reference('AccountId', 'Account'),
      field('StageName', 'picklist', { picklistValues: options('Prospecting', 'Closed Won', 'Closed Lost') }),
      field('IsClosed', 'boolean', readOnly),
      reference('OwnerId', 'User'),
    ],
    ['Name', 'StageName'],
    { Account: 'AccountId' },
  ),
  OpportunityContactRole: object('00K', [reference('OpportunityId', 'Opportunity'), reference('ContactId', 'Contact')]),
  AccountContactRelation: object('07k', [reference('AccountId', 'Account'), reference('ContactId', 'Contact')]),
  Case: object(
    '500',
    [
      field('Subject'),
      field('CaseNumber', 'string', readOnly),
      reference('AccountId', 'Account'),
      reference('ContactId', 'Contact'),
      field('IsClosed', 'boolean', readOnly),
      reference('OwnerId', 'User'),
    ],
    [],
    { Account: 'AccountId' },
  ),
  User: object('005', [
    field('Name', 'string', readOnly),
    field('Email'),
    field('IsActive', 'boolean'),
    field('UserType', 'picklist', { picklistValues: options('Standard', 'AutomatedProcess') }),
  ]),
  Task: object('00T', [
    field('Subject'),
    field('Description', 'textarea'),
    field('ActivityDate', 'date'),
    field('Status', 'picklist', { picklistValues: options('Not Started', 'In Progress', 'Completed') }),
    field('TaskSubtype', 'picklist', { updateable: false, picklistValues: options('Task', 'Email', 'Call') }),
    field('Type', 'picklist', { picklistValues: options('Call', 'Email', 'Meeting', 'Other') }),
    field('CallType', 'picklist', { picklistValues: options('Inbound', 'Internal', 'Outbound') }),
    field('CallDurationInSeconds', 'int'),
    field('CallDisposition'),
    field('CallObject'),
    field('IsReminderSet', 'boolean'),
    field('ReminderDateTime', 'datetime'),
    reference('WhoId', 'Contact', 'Lead'),
    reference('WhatId', 'Account', 'Opportunity', 'Case', 'Building__c'),
    reference('OwnerId', 'User'),
  ]),
  Building__c: object('a00', [field('Name')], ['Name']),
};

/** What a company may add to its tasks. */
export const callIdField = field('Sidetone_Call_Id__c', 'string', { length: 64, externalId: true });
