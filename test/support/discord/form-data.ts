// An open form and what was typed in; the data of its submission out. Refuses what the client would not send.
import { type FormComponent, inputOf } from "./component-shapes.ts";
import type { OpenModal } from "./world.ts";

export function formData(modal: OpenModal, values: { [input: string]: string }): object {
  const inputs = modal.components.map(inputOf).filter((input) => input !== null);
  const unknown = Object.keys(values).find((id) => !inputs.some((input) => input.custom_id === id));
  if (unknown !== undefined) throw new Error(`the form has no input ${unknown}`);
  return {
    custom_id: modal.customId,
    components: modal.components.map((line) => lineData(line, values)),
  };
}

function lineData(line: FormComponent, values: { [input: string]: string }): object {
  switch (line.type) {
    case 10:
      return { type: 10, id: line.id };
    case 1:
      return { type: 1, id: line.id, components: line.components.map((input) => inputData(input, values)) };
    case 18:
      return { type: 18, id: line.id, component: inputData(line.component, values) };
  }
}

function inputData(input: NonNullable<ReturnType<typeof inputOf>>, values: { [input: string]: string }): object {
  const { type, id, custom_id } = input;
  if (input.type !== 4) return { type, id, custom_id, values: (values[custom_id] ?? "").split(",").filter(Boolean) };
  const value = values[custom_id] ?? input.value ?? "";
  const isRequired = input.required ?? true;
  if (isRequired && value === "") throw new Error(`the form does not go without ${custom_id}`);
  if (value !== "" && value.length < (input.min_length ?? 0)) throw new Error(`${custom_id} is too short`);
  if (value.length > (input.max_length ?? 4000)) throw new Error(`${custom_id} is too long`);
  return { type, id, custom_id, value };
}
