import { z } from 'zod';
import { company, companyUse } from '../entities/company.ts';
import { defineLiveQuery } from './live-query.ts';

const rev = z.number();
const nothing = z.object({});

/** What administrators watch of how much their company uses, and the operator of the server of all companies. */
export const companyQueries = {
  /** One row. */
  adminCompanyUse: defineLiveQuery({ name: 'adminCompanyUse', params: nothing, row: companyUse.extend({ rev }) }),
  /** The company that runs the server first, then by name; none for other companies. */
  adminCompanies: defineLiveQuery({ name: 'adminCompanies', params: nothing, row: company.extend({ rev }) }),
} as const;
