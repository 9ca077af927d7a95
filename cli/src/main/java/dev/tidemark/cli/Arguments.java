package dev.tidemark.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * What a command takes from the command line, or a part of it that several commands share. A field for each option and
 * parameter declares it and, once the line is read, hands out its value. They are declared with picocli's builders and
 * not with its annotations: for every kind of annotation it meets Java makes a class at every start, which took a sixth
 * of a quick answer.
 */
public abstract class Arguments {
    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
    private Arguments owner;

    /** Begins the declaration of an option by its names. */
    protected static OptionSpec.Builder option(String... names) {
        return OptionSpec.builder(names);
    }

    /**
     * Begins the declaration of a parameter by its place among all: {@code 0}, {@code 1}, or {@code 1..*} for the rest. It
     * must be given unless its arity allows for none.
     */
    protected static PositionalParamSpec.Builder parameter(String index) {
        return PositionalParamSpec.builder().index(index);
    }

    /** An option with one value; null when it was not given and has no default. A number is a whole one, from 0. */
    protected final <T> Supplier<T> one(Class<T> type, OptionSpec.Builder option) {
        return added(option.type(type)
                .converters(converters(type, option.converters()))
                .build())::getValue;
    }

    /** A parameter with one value; null when it was not given and need not be. A number is a whole one, from 0. */
    protected final <T> Supplier<T> one(Class<T> type, PositionalParamSpec.Builder parameter) {
        return added(required(parameter)
                .type(type)
                .converters(converters(type, parameter.converters()))
                .build())::getValue;
    }

    /** An option that is given or not. */
    protected final Supplier<Boolean> flag(OptionSpec.Builder option) {
        ArgSpec flag = added(option.type(boolean.class).build());
        return () -> Boolean.TRUE.equals(flag.getValue());
    }

    /** An option that may be given many times; its values in the order of the line. */
    protected final <T> Supplier<List<T>> many(Class<T> type, OptionSpec.Builder option) {
        return listed(added(option.type(List.class).auxiliaryTypes(type).build()));
    }

    /** A parameter that may be given many times; its values in the order of the line. */
    protected final <T> Supplier<List<T>> many(Class<T> type, PositionalParamSpec.Builder parameter) {
        return listed(
                added(required(parameter).type(List.class).auxiliaryTypes(type).build()));
    }

    /** An option of the form {@code KEY=VALUE} that may be given many times, in the order of the line. */
    protected final Supplier<Map<String, String>> pairs(OptionSpec.Builder option) {
        ArgSpec pairs = added(option.type(Map.class)
                .auxiliaryTypes(String.class, String.class)
                .build());
        return () -> Optional.ofNullable(pairs.<Map<String, String>>getValue()).orElseGet(Map::of);
    }

    /** Arguments that several commands share. */
    protected final <T extends Arguments> T part(T part) {
        Arguments shared = part;
        shared.owner = this;
        spec.addMixin(part.getClass().getName(), shared.spec);
        return part;
    }

    /** The command line that the arguments stand on: where an answer and a complaint about them go. */
    protected final CommandLine commandLine() {
        return owner == null ? spec.commandLine() : owner.commandLine();
    }

    /** The command as the user calls it. */
    protected final String name() {
        return commandLine().getCommandSpec().qualifiedName();
    }

    /** The declaration as picocli has it. */
    protected final CommandSpec spec() {
        return spec;
    }

    /** Arguments of which one must be given, and no two. */
    protected final void exactlyOne(ArgSpec... arguments) {
        choice("1", arguments);
    }

    /** Arguments of which no two may be given. */
    protected final void atMostOne(ArgSpec... arguments) {
        choice("0..1", arguments);
    }

    private void choice(String multiplicity, ArgSpec... arguments) {
        ArgGroupSpec.Builder choice = ArgGroupSpec.builder().exclusive(true).multiplicity(multiplicity);
        List.of(arguments).forEach(choice::addArg);
        spec.addArgGroup(choice.build());
    }

    private static <T> Supplier<List<T>> listed(ArgSpec values) {
        return () -> Optional.ofNullable(values.<List<T>>getValue()).orElseGet(List::of);
    }

    private static ITypeConverter<?>[] converters(Class<?> type, ITypeConverter<?>... own) {
        if (own != null && own.length > 0) {
            return own;
        } else if (type == int.class || type == Integer.class) {
            return new ITypeConverter<?>[] {new WholeNumber.AsInt()};
        } else if (type == long.class || type == Long.class) {
            return new ITypeConverter<?>[] {new WholeNumber.AsLong()};
        }
        return new ITypeConverter<?>[0];
    }

    /** The builder, unlike the annotation, takes every parameter for one that may be left out. */
    private static PositionalParamSpec.Builder required(PositionalParamSpec.Builder parameter) {
        return parameter.required(parameter.arity() == null || parameter.arity().min() > 0);
    }

    private ArgSpec added(ArgSpec argument) {
        spec.add(argument);
        return argument;
    }
}
