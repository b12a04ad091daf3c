package assay.room;

import com.sun.source.util.JavacTask;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.Parameterizable;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.Elements;

/** What other classes can see of a class: all but private members and bodies, constants included, which get copied. */
final class Visible {
    private final Elements elements;

    Visible(JavacTask task) {
        elements = task.getElements();
    }

    String digest(List<Element> types) {
        List<String> lines = new ArrayList<>();
        types.forEach(type -> describe(type, "", lines));
        Collections.sort(lines);
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(String.join("\n", lines).getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void describe(Element element, String owner, List<String> lines) {
        if (element.getModifiers().contains(Modifier.PRIVATE)) {
            return;
        }
        String line = owner + " " + element.getKind() + " " + new java.util.TreeSet<>(element.getModifiers()) + " ";
        if (element instanceof TypeElement type) {
            String name = elements.getBinaryName(type).toString();
            lines.add(line + name + bounded(type) + type.getSuperclass() + type.getInterfaces()
                + type.getAnnotationMirrors());
            // Anonymous and local classes are no members, so they do not come here.
            type.getEnclosedElements().forEach(member -> describe(member, name, lines));
        } else if (element instanceof ExecutableElement method) {
            lines.add(line + method + bounded(method) + method.getReturnType() + method.getThrownTypes()
                + method.getDefaultValue() + method.isVarArgs());
        } else if (element instanceof VariableElement field) {
            lines.add(line + field + " " + field.asType() + " " + constant(field));
        }
    }

    /** Type parameters with their bounds: the first one stands in the class file wherever the parameter does. */
    private static String bounded(Parameterizable element) {
        return element.getTypeParameters().stream().map(each -> each + " " + each.getBounds()).toList().toString();
    }

    private static String constant(VariableElement field) {
        Object value = field.getConstantValue();
        return value == null ? "" : value.getClass() + " " + value;
    }
}
