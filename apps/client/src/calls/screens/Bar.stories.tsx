import type { Meta, StoryObj } from '@storybook/react-vite';
import { Bar, RingingBar } from './Bar.tsx';
import { header, heldLeonie, noActions, people, pretendedLevels, recorded, running } from './testing/samples.ts';
import './dock.css';

const meta = {
  title: 'Calls/Bar of a narrow window',
  component: Bar,
  decorators: [(Story) => <div className="w-211 max-w-full">{<Story />}</div>],
  args: { ...noActions, call: running(), keypadOpen: false, readLevels: pretendedLevels },
} satisfies Meta<typeof Bar>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Live: Story = {};
export const Recording: Story = { args: { call: running({ recording: recorded.running }) } };
export const TwoCalls: Story = { args: { call: running({ other: heldLeonie }) } };
export const TwoCallsRecording: Story = {
  args: { call: running({ other: heldLeonie, recording: recorded.running }) },
};
export const Conference: Story = { args: { call: running({ other: header(people.leonie), conference: true }) } };
export const OnHold: Story = { args: { call: running({ lead: header(people.amadou, { held: true }) }) } };
export const Muted: Story = { args: { call: running({ muted: true }) } };
export const KeypadOpen: Story = { args: { call: running({ typed: '001231020955320147#' }), keypadOpen: true } };
export const InAHalfWindow: Story = {
  decorators: [(Story) => <div className="w-126">{<Story />}</div>],
  args: { call: running({ other: heldLeonie, recording: recorded.running }) },
};
const rings = {
  person: people.amadou,
  target: 'Hamburg',
  second: false,
  onAccept: () => {},
  onDecline: () => {},
};

export const Ringing: Story = {
  render: () => <RingingBar {...rings} forwardedFrom={null} />,
};
export const RingingForwarded: Story = { render: () => <RingingBar {...rings} forwardedFrom={{ name: 'Sales' }} /> };
