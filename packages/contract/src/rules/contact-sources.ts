/** Sources of contacts by precedence: where several know a number, the earliest here is shown. */
export const contactSourcePriority = ['HUBSPOT', 'PIPEDRIVE', 'SALESFORCE', 'ZOHO'] as const;

/** The company's own address book, and its people. */
export const ownContactSource = 'SIDETONE';
export const teamContactSource = 'TEAM';

/** A contact's `priority`: the greater it is, the earlier its source stands; 0 for a source without precedence. */
export function priorityOfSource(source: string): number {
  const at = (contactSourcePriority as readonly string[]).indexOf(source.toUpperCase());
  return at < 0 ? 0 : contactSourcePriority.length - at;
}
