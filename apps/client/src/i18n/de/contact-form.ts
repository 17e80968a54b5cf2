export const contactForm = {
  title: 'Neuer Kontakt',
};
