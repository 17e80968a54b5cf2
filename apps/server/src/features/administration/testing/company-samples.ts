const nobody = { accountId: 's0' };
const administrator = { email: 'ida@north.example', firstName: 'Ida', lastName: 'North' };

/** Requests about companies of the server, for its operator alone. */
export const companySamples = {
  addCompany: {
    good: () => ({ body: { name: 'North', country: 'DE', administrator } }),
    bad: { body: { name: 'North', country: 'Germany', administrator } },
    server: true as const,
  },
  changeCompany: {
    good: () => ({ params: nobody, body: { limits: { users: 5 } } }),
    bad: { params: nobody, body: { limits: { users: 0 } } },
    server: true as const,
  },
  suspendCompany: { good: () => ({ params: nobody }), bad: { params: { accountId: '../s' } }, server: true as const },
  resumeCompany: { good: () => ({ params: nobody }), bad: { params: { accountId: '../s' } }, server: true as const },
  removeCompany: {
    good: () => ({ params: nobody, body: { name: 'North' } }),
    bad: { params: nobody, body: {} },
    server: true as const,
  },
};
