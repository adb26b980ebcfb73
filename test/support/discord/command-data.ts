// A command as registered and the options somebody typed in; the interaction's data out. Refuses what the client would.
import { fullMemberPayload, rolePayload, userPayload } from "./guild-payloads.ts";
import { permissionsIn } from "./permissions.ts";
import type { Command, CommandBook, CommandOption } from "./routes-commands.ts";
import { type Channel, channelOf, type Person, personOf, type World } from "./world.ts";

export interface OptionValues {
  [option: string]: string | number | boolean;
}

const IN_GUILD = 0;
const IN_DM = 1;

/** A guild's own command comes before one for everywhere. */
export function offeredCommand(
  world: World,
  book: CommandBook,
  channel: Channel,
  person: Person,
  name: string,
): Command {
  const root = name.split(" ")[0];
  const place = channel.guildId === null ? IN_DM : IN_GUILD;
  const bits = permissionsIn(world, channel, person.id);
  const isOffered = (one: Command) =>
    one.name === root &&
    (one.type ?? 1) === 1 &&
    (one.guildId === null ? (one.contexts ?? [IN_GUILD, IN_DM]).includes(place) : one.guildId === channel.guildId) &&
    (place === IN_GUILD || one.dm_permission !== false) &&
    (place === IN_DM ||
      (bits & BigInt(one.default_member_permissions ?? 0)) === BigInt(one.default_member_permissions ?? 0));
  const found = book.all.filter(isOffered).sort((a, b) => Number(a.guildId === null) - Number(b.guildId === null))[0];
  if (found === undefined) throw new Error(`the command /${name} is not offered to ${person.name} here`);
  return found;
}

interface Resolved {
  users: { [id: string]: object };
  members: { [id: string]: object };
  roles: { [id: string]: object };
  channels: { [id: string]: object };
}

export function commandData(
  world: World,
  channel: Channel,
  command: Command,
  name: string,
  values: OptionValues,
): object {
  const resolved: Resolved = { users: {}, members: {}, roles: {}, channels: {} };
  const build = (path: string[], options: CommandOption[]): object[] => {
    const [next, ...rest] = path;
    if (next === undefined) return valuesOf(world, channel, options, values, resolved);
    const sub = options.find((one) => one.name === next && one.type <= 2);
    if (sub === undefined) throw new Error(`/${command.name} has no subcommand ${next}`);
    return [{ name: sub.name, type: sub.type, options: build(rest, sub.options ?? []) }];
  };
  const options = build(name.split(" ").slice(1), command.options ?? []);
  const found = Object.entries(resolved).filter(([, byId]) => Object.keys(byId).length > 0);
  return {
    id: command.id,
    name: command.name,
    type: 1,
    ...(options.length === 0 ? {} : { options }),
    ...(found.length === 0 ? {} : { resolved: Object.fromEntries(found) }),
    ...(command.guildId === null ? {} : { guild_id: command.guildId }),
  };
}

function valuesOf(
  world: World,
  channel: Channel,
  options: CommandOption[],
  values: OptionValues,
  resolved: Resolved,
): object[] {
  const unknown = Object.keys(values).find((name) => !options.some((one) => one.name === name && one.type > 2));
  if (unknown !== undefined) throw new Error(`the command has no option ${unknown}`);
  if (options.some((one) => one.type <= 2)) throw new Error("a subcommand has to be chosen");
  return options.flatMap((option) => {
    const value = values[option.name];
    if (value === undefined) {
      if (option.required === true) throw new Error(`the option ${option.name} is required`);
      return [];
    }
    requireFit(option, value);
    resolve(world, channel, option.type, String(value), resolved);
    return [{ name: option.name, type: option.type, value }];
  });
}

function requireFit(option: CommandOption, value: string | number | boolean): void {
  const wanted = option.type === 4 || option.type === 10 ? "number" : option.type === 5 ? "boolean" : "string";
  const isWrong = typeof value !== wanted || (option.type === 4 && !Number.isInteger(value));
  const isChoice = option.choices === undefined || option.choices.some((one) => one.value === value);
  const size = typeof value === "string" ? value.length : Number(value);
  const [least, most] =
    wanted === "string" ? [option.min_length, option.max_length ?? 6000] : [option.min_value, option.max_value];
  const isInside = size >= (least ?? Number.NEGATIVE_INFINITY) && size <= (most ?? Number.POSITIVE_INFINITY);
  if (isWrong || !isChoice || !isInside) throw new Error(`the client refuses ${value} for ${option.name}`);
}

function resolve(world: World, channel: Channel, type: number, id: string, resolved: Resolved): void {
  const guild = channel.guildId === null ? undefined : world.guilds.get(channel.guildId);
  const isRole = guild?.roles.has(id) === true;
  if (type === 6 || (type === 9 && !isRole)) {
    resolved.users[id] = userPayload(personOf(world, id));
    const member = guild?.members.get(id);
    if (member !== undefined) {
      const { user: _user, ...bare } = fullMemberPayload(world, member);
      resolved.members[id] = { ...bare, permissions: String(permissionsIn(world, channel, id)) };
    }
  }
  if (type === 8 || (type === 9 && isRole)) {
    const role = guild?.roles.get(id);
    if (role === undefined) throw new Error(`there is no role ${id}`);
    resolved.roles[id] = rolePayload(role, 1);
  }
  if (type === 7) {
    const { name, type: kind, parentId } = channelOf(world, id);
    resolved.channels[id] = { id, name, type: kind, parent_id: parentId, permissions: "0" };
  }
}
