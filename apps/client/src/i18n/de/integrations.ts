export const integrations = {
  title: 'Integrationen',
};
