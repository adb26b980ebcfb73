// An open view and what someone fills in; the state that a submission carries out.
import { asFields, asList, asText, type Fields } from "./fields.ts";
import type { View } from "./workspace.ts";

/** By block_id or action_id: a text, an option's value, a date, an id, or a list of them. */
export type Filled = { [input: string]: string | string[] };

/** Throws where the client would not let it go, as with a required input left empty. */
export function fillIn(view: View, filled: Filled): Fields {
  const inputs = view.blocks.filter((block) => block.type === "input");
  const names = new Set(inputs.flatMap((block) => [block.block_id, asText(asFields(block.element).action_id) ?? ""]));
  for (const name of Object.keys(filled)) if (!names.has(name)) throw new Error(`the dialog has no input ${name}`);
  return Object.fromEntries(
    inputs.map((block) => {
      const element = asFields(block.element);
      const actionId = asText(element.action_id) ?? "";
      const value = filled[block.block_id] ?? filled[actionId] ?? initial(element);
      if (value === null && block.optional !== true) throw new Error(`the input ${block.block_id} must be filled in`);
      checkLength(element, value);
      return [block.block_id, { [actionId]: { type: element.type, ...state(element, value) } }];
    }),
  );
}

function initial(element: Fields): string | string[] | null {
  const option = asText(asFields(element.initial_option).value);
  const options = asList(element.initial_options).map((one) => asText(asFields(one).value) ?? "");
  const single = [
    "initial_value",
    "initial_date",
    "initial_time",
    "initial_user",
    "initial_channel",
    "initial_conversation",
  ];
  const value = single.map((name) => asText(element[name])).find((text) => text !== undefined) ?? option;
  return value ?? (options.length > 0 ? options : null);
}

function checkLength(element: Fields, value: string | string[] | null): void {
  if (typeof value !== "string") return;
  if (typeof element.max_length === "number" && value.length > element.max_length)
    throw new Error("too long for the input");
  if (typeof element.min_length === "number" && value.length < element.min_length)
    throw new Error("too short for the input");
}

function state(element: Fields, value: string | string[] | null): Fields {
  const options = [
    ...asList(element.options),
    ...asList(element.option_groups).flatMap((one) => asList(asFields(one).options)),
  ];
  const optionOf = (wanted: string | null) => {
    const option = options.map(asFields).find((one) => one.value === wanted);
    if (option === undefined && wanted !== null) throw new Error(`there is no option ${wanted}`);
    return option ?? null;
  };
  const one = Array.isArray(value) ? (value[0] ?? null) : value;
  const many = Array.isArray(value) ? value : value === null ? [] : [value];
  switch (element.type) {
    case "static_select":
    case "radio_buttons":
      return { selected_option: optionOf(one) };
    case "multi_static_select":
    case "checkboxes":
      return { selected_options: many.map(optionOf) };
    case "users_select":
      return { selected_user: one };
    case "multi_users_select":
      return { selected_users: many };
    case "channels_select":
      return { selected_channel: one };
    case "conversations_select":
      return { selected_conversation: one };
    case "datepicker":
      return { selected_date: one };
    case "timepicker":
      return { selected_time: one };
    default:
      return { value: one };
  }
}
