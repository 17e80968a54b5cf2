export const integrations = {
  title: 'Integrations',
};
