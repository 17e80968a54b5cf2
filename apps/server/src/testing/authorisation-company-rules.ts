import type { RuleOfRoute } from './authorisation-rule.ts';

const nobody = () => ({ accountId: 's0' });
let added = 0;

/** Companies of the server. Those of this world stay as they are. */
export const companyRules = {
  addCompany: {
    rule: 'server',
    body() {
      added += 1;
      const administrator = { email: `first${added}@new-company.example`, firstName: 'First', lastName: 'Person' };
      return { name: 'New company', country: 'DE', administrator };
    },
  },
  changeCompany: { rule: 'server', params: nobody, alsoFine: [404] },
  suspendCompany: { rule: 'server', params: nobody, alsoFine: [404] },
  resumeCompany: { rule: 'server', params: nobody, alsoFine: [404] },
  removeCompany: { rule: 'server', params: nobody, alsoFine: [404] },
} satisfies Record<string, RuleOfRoute>;
