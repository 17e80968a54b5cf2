import type { Meta, StoryObj } from '@storybook/react-vite';
import { Incoming } from './Incoming.tsx';
import { people, since } from './testing/samples.ts';
import './dock.css';

const meta = {
  title: 'Calls/Incoming',
  component: Incoming,
  args: {
    person: people.amadou,
    target: 'Hamburg 41',
    ringsSince: since(9),
    forwardedFrom: null,
    callBack: false,
    second: false,
    sheet: false,
    onAccept: () => {},
    onDecline: () => {},
  },
} satisfies Meta<typeof Incoming>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Ringing: Story = {};
export const Forwarded: Story = { args: { forwardedFrom: { name: 'Sales' } } };
export const ForwardedFromHiddenChannel: Story = {
  args: { person: people.hannes, target: 'Private', forwardedFrom: { name: null } },
};
export const UnknownNumber: Story = { args: { person: people.number, target: 'Private' } };
export const Anonymous: Story = { args: { person: people.anonymous, target: 'Private' } };
export const CallWaiting: Story = { args: { person: people.svenja, target: 'Private', second: true } };
export const CompactWindow: Story = {
  decorators: [(Story) => <div className="w-120 max-w-full">{<Story />}</div>],
  args: { forwardedFrom: { name: 'Sales' }, sheet: true },
};
